import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import type { RailViewer } from "./rail.tsx";

/** The user's account pages, under their name. */
export function AccountMenu({ base, viewer }: { base: string; viewer: RailViewer }) {
  const summary = (
    <>
      <Icon name="user" /> <span>{viewer.name}</span>
    </>
  );
  return (
    <li>
      <Menu summary={summary} className="account">
        <a href={`${base}/account`}>Account</a>
        <a href={`${base}/account/notifications`}>Notifications</a>
        <a href={`${base}/account/preferences`}>Preferences</a>
        <a href={`${base}/account/tokens`}>API tokens</a>
        <hr />
        <a href={`${base}/logout`}>Sign out</a>
      </Menu>
    </li>
  );
}

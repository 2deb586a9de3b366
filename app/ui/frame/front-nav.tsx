import { useLocation } from "react-router";
import { AccountMenu } from "./account-menu.tsx";
import { NavItem } from "./nav-item.tsx";
import type { RailViewer } from "./rail.tsx";

/** The pages outside of projects. */
export function FrontNav({ base, viewer }: { base: string; viewer: RailViewer }) {
  const { pathname } = useLocation();
  return (
    <nav className="nav" aria-label="Spoor">
      <ul>
        <NavItem href={`${base}/`} text="Projects" icon="overview" isCurrent={pathname === "/"} />
        {viewer.owner && (
          <NavItem
            href={`${base}/settings`}
            text="Instance settings"
            icon="settings"
            isCurrent={pathname.startsWith("/settings")}
          />
        )}
        <AccountMenu base={base} viewer={viewer} />
      </ul>
    </nav>
  );
}

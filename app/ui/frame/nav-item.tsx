import { Icon, type IconName } from "../icon.tsx";

/** `path`: below the project or the instance. `keys`: in the format of `aria-keyshortcuts`. */
export type NavLink = { path: string; text: string; icon: IconName; keys?: string };

/** A count: `3`, `1 missed`. */
export type Waiting = { text: string; isBad?: boolean };

type NavItemProps = Omit<NavLink, "path"> & {
  href: string;
  isCurrent: boolean;
  waiting?: Waiting | undefined;
};

/** A page in the rail. */
export function NavItem({ href, text, icon, keys, isCurrent, waiting }: NavItemProps) {
  return (
    <li>
      <a
        className="nav-item"
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        aria-keyshortcuts={keys}
      >
        <Icon name={icon} /> {text}
        {waiting && <span className={waiting.isBad ? "count bad" : "count"}> {waiting.text}</span>}
      </a>
    </li>
  );
}

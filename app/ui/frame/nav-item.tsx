import { Icon, type IconName } from "../icon.tsx";

/** `path`: below the project or the instance. `keys`: in the format of `aria-keyshortcuts`. */
export type NavLink = { path: string; text: string; icon: IconName; keys?: string };

type NavItemProps = Omit<NavLink, "path"> & { href: string; isCurrent: boolean };

/** A page in the rail. */
export function NavItem({ href, text, icon, keys, isCurrent }: NavItemProps) {
  return (
    <li>
      <a
        className="nav-item"
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        aria-keyshortcuts={keys}
      >
        <Icon name={icon} /> {text}
      </a>
    </li>
  );
}

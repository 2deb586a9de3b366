import { Icon, type IconName } from "../icon.tsx";

/** `path`: below the project, or below the instance. `keys`: as `aria-keyshortcuts` writes them. */
export type NavLink = { path: string; text: string; icon: IconName; keys?: string };

type NavItemProps = Omit<NavLink, "path"> & { href: string; isCurrent: boolean };

/** A page of the rail. */
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

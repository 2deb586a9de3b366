import { useLocation } from "react-router";
import { Icon } from "../icon.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { AccountMenu } from "./account-menu.tsx";
import { grouped } from "#server/domain/count.ts";
import { NavItem, type NavLink, type Waiting } from "./nav-item.tsx";
import type { RailViewer } from "./rail.tsx";

/**
 * The project whose pages are in the rail. Members without settings access get a link to the
 * members.
 */
export type NavProject = {
  slug: string;
  name: string;
  mayChange: boolean;
  counts?: RailCounts | undefined;
};

/** The count next to a page in the rail. */
export type RailCounts = { issues: number; failing: number; missed: number; feedback: number };

type NavProps = { base: string; viewer: RailViewer; project: NavProject };

/**
 * The pages of a project, most used first. On phones, they are the bottom bar, with the rest in a
 * menu above it.
 */
export function ProjectNav({ base, viewer, project }: NavProps) {
  const { slug, name, mayChange, counts } = project;
  const waiting = counts && waitingOf(counts);
  const { pathname, search } = useLocation();
  const kept = keptSearch(search);
  const item = ({ path, ...rest }: NavLink) => {
    const own = path === "" ? `/${slug}` : `/${slug}/${path}`;
    const isCurrent = pathname === own || (path !== "" && pathname.startsWith(`${own}/`));
    return (
      <NavItem
        key={path}
        {...rest}
        href={`${base}${own}${kept && `?${kept}`}`}
        waiting={waiting?.[path]}
        isCurrent={isCurrent}
      />
    );
  };
  return (
    <nav className="nav" aria-label={name}>
      <ul>
        {first.map(item)}
        <li className="only-small">
          <button type="button" className="nav-item" popoverTarget="more">
            <Icon name="more" /> More
          </button>
        </li>
      </ul>
      <div className="nav-more" id="more" popover="auto">
        <ul>{second.map(item)}</ul>
        <ul>
          {third.map(item)}
          {item(mayChange ? settingsPage : members)}
          <AccountMenu base={base} viewer={viewer} />
        </ul>
      </div>
    </nav>
  );
}

/** By the path of the page. */
function waitingOf({ issues, failing, missed, feedback }: RailCounts): { [path: string]: Waiting } {
  const trouble = failing > 0 ? `${failing + missed} failing` : `${missed} missed`;
  return {
    ...(issues > 0 && { issues: { text: grouped(issues) } }),
    ...(failing + missed > 0 && { monitors: { text: trouble, isBad: true } }),
    ...(feedback > 0 && { feedback: { text: feedback > 99 ? "99+" : String(feedback) } }),
  };
}

const first: NavLink[] = [
  { path: "", text: "Overview", icon: "overview", keys: "g+o" },
  { path: "issues", text: "Issues", icon: "issues", keys: "g+i" },
  { path: "routes", text: "Routes", icon: "routes", keys: "g+r" },
  { path: "traces", text: "Traces", icon: "traces", keys: "g+t" },
];

const second: NavLink[] = [
  { path: "releases", text: "Releases", icon: "releases", keys: "g+l" },
  { path: "vitals", text: "Vitals", icon: "vitals", keys: "g+v" },
  { path: "monitors", text: "Monitors", icon: "monitors", keys: "g+m" },
  { path: "feedback", text: "Feedback", icon: "feedback", keys: "g+f" },
];

const third: NavLink[] = [
  { path: "alerts", text: "Alerts", icon: "alerts", keys: "g+a" },
  { path: "connect", text: "Connect", icon: "connect", keys: "g+c" },
];

/** All but the settings. */
export const projectPages: readonly NavLink[] = [...first, ...second, ...third];

export const settingsPage: NavLink = {
  path: "settings",
  text: "Settings",
  icon: "settings",
  keys: "g+s",
};
const members: NavLink = {
  path: "settings/members",
  text: "Members",
  icon: "settings",
  keys: "g+s",
};

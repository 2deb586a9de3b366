import { Form, useHref, useLocation } from "react-router";
import { useFollowLinks } from "#app/enhance/follow-links.ts";
import { Drawing, Icon } from "../icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { NavItem } from "./nav-item.tsx";
import { type NavProject, ProjectNav } from "./project-nav.tsx";
import { ProjectSwitch, type SwitchProject } from "./project-switch.tsx";

/** The signed-in user's data in the rail. `projects`: the first by name, for the switcher. */
export type RailViewer = { name: string; owner: boolean; projects?: SwitchProject[] };

/** The left side of every page; on narrow screens, a bar at the top and one at the bottom. */
export function Rail({ viewer, project }: { viewer: RailViewer; project?: NavProject }) {
  const home = useHref("/");
  const base = home === "/" ? "" : home;
  // Plain links with one listener: a `Link` costs more than rendering it.
  const rail = useFollowLinks<HTMLElement>({ within: "page" });
  return (
    <header className="rail" ref={rail}>
      <a className="brand" href={home}>
        <Drawing name="mark" />
        <span>Spoor</span>
      </a>{" "}
      <ProjectSwitch {...{ base, viewer, project }} />
      <JumpForm slug={project?.slug} />
      {project ? <ProjectNav {...{ base, viewer, project }} /> : <FrontNav {...{ base, viewer }} />}
    </header>
  );
}

/**
 * A page's own search takes the key `/` before this one. From a project's page, results keep its
 * frame.
 */
function JumpForm({ slug }: { slug: string | undefined }) {
  return (
    <Form
      action={slug === undefined ? "/search" : `/${slug}/search`}
      role="search"
      aria-label="All projects"
      className="jump"
    >
      <Icon name="search" />
      <input
        {...{ type: "text", name: "q", maxLength: 500, autoComplete: "off", spellCheck: false }}
        {...{
          placeholder: "Search or jump to…",
          "aria-label": "Search or jump to",
          "aria-keyshortcuts": "g+/ / Control+K Meta+K",
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </Form>
  );
}

/** Pages outside projects. */
function FrontNav({ base, viewer }: { base: string; viewer: RailViewer }) {
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

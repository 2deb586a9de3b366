import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import type { NavProject } from "./project-nav.tsx";
import type { RailViewer } from "./rail.tsx";

export type SwitchProject = { slug: string; name: string };

type SwitchProps = { base: string; viewer: RailViewer; project?: NavProject };

/** Links to other projects, and to pages above all projects. */
export function ProjectSwitch({ base, viewer: { projects = [], owner }, project }: SwitchProps) {
  const summary = (
    <>
      <Tile name={project?.name ?? "·"} /> <span>{project?.name ?? "All projects"}</span>
      <Icon name="updown" />
    </>
  );
  return (
    <Menu summary={summary} className="switch">
      {projects.length > 0 && <h2>Projects</h2>}
      {projects.map(({ slug, name }) => (
        <a key={slug} href={`${base}/${slug}`} aria-current={slug === project?.slug || undefined}>
          <Tile name={name} /> {name}
        </a>
      ))}
      {projects.length > 0 && <hr />}
      <a href={`${base}/`}>All projects</a>
      {owner && <a href={`${base}/projects/new`}>New project</a>}
      {owner && <a href={`${base}/settings`}>Instance settings</a>}
    </Menu>
  );
}

function Tile({ name }: { name: string }) {
  return (
    <span className="tile" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

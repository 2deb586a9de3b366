import { href, Link } from "react-router";
import { requireViewer } from "#app/guard.ts";
import { grouped } from "#app/ui/count.ts";
import { releasePath } from "#app/ui/release-link.tsx";
import { Sparkline } from "#app/ui/sparkline.tsx";
import { may, mayAdminister } from "#server/domain/people/permission.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { ProjectOverview } from "#server/storage/project-store.ts";
import type { Route } from "./+types/list.ts";

const hours = 24;
/** One of each package, the package seen last first. */
const releasesShown = 3;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const { projects } = services.store;
  const readable = (await projects.list()).filter(({ id }) => may(viewer, "project:read", id));
  const ids = readable.map(({ id }) => id);
  const overviews = await projects.overviews(ids, { now: services.now(), hours });
  return { rows: readable.map((project) => row(project, overviews)), mayMake: mayAdminister(viewer) };
}

type Row = { slug: string; name: string; hours: number[]; openIssues: number; latestReleases: string[] };

function row({ id, slug, name }: Project, overviews: ProjectOverview[]): Row {
  const overview = overviews.find(({ projectId }) => projectId === id);
  const { openIssues = 0, latestReleases = [] } = overview ?? {};
  return {
    slug,
    name,
    hours: overview?.hours ?? [],
    openIssues,
    latestReleases: latestReleases.slice(0, releasesShown),
  };
}

export default function Projects({ loaderData: { rows, mayMake } }: Route.ComponentProps) {
  return (
    <>
      <title>Projects · Spoor</title>
      <h1>Projects</h1>
      {rows.length > 0 ? <ProjectTable rows={rows} /> : <NoProjects mayMake={mayMake} />}
      {mayMake && rows.length > 0 && (
        <p>
          <Link to={href("/projects/new")}>New project</Link>
        </p>
      )}
    </>
  );
}

function ProjectTable({ rows }: { rows: Row[] }) {
  return (
    <table className="ledger">
      <caption>Projects, with the events of the last 24 hours</caption>
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">24 hours</th>
          <th scope="col" className="number">
            Events
          </th>
          <th scope="col" className="number">
            Open issues
          </th>
          <th scope="col">Latest release</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((project) => (
          <ProjectRow key={project.slug} {...project} />
        ))}
      </tbody>
    </table>
  );
}

function ProjectRow({ slug, name, hours: counts, openIssues, latestReleases }: Row) {
  return (
    <tr>
      <th scope="row">
        <Link to={href("/:project/issues", { project: slug })}>{name}</Link>
      </th>
      <td>
        <Sparkline counts={counts} unit="hour" width={120} height={20} />
      </td>
      <td className="number">{grouped(counts.reduce((sum, count) => sum + count, 0))}</td>
      <td className="number">{grouped(openIssues)}</td>
      <td>
        {latestReleases.length === 0 && <span className="meta">none yet</span>}
        {latestReleases.map((version) => (
          <div key={version}>
            <Link to={releasePath(slug, version)}>
              <bdi>{version}</bdi>
            </Link>
          </div>
        ))}
      </td>
    </tr>
  );
}

function NoProjects({ mayMake }: { mayMake: boolean }) {
  if (!mayMake) return <p>You are not a member of any project yet. An owner of this Spoor can add you to one.</p>;
  return (
    <p>
      There is no project yet. A project is one application that sends its errors here.{" "}
      <Link to={href("/projects/new")}>Make the first one</Link>
    </p>
  );
}

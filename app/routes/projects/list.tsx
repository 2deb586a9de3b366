import { href, Link } from "react-router";
import type { RetentionStore } from "#server/storage/retention-store.ts";
import { Stats } from "#app/ui/stats.tsx";
import { bytesText } from "#app/ui/bytes.ts";
import { requireViewer } from "#app/guard.ts";
import { percentileText, shareText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped } from "#app/ui/count.ts";
import { Head } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { releasePath } from "#app/ui/release-link.tsx";
import { initials } from "#app/ui/initials.ts";
import { Sparkline } from "#app/ui/sparkline.tsx";
import { Table } from "#app/ui/table.tsx";
import { mayAdminister } from "#server/domain/people/permission.ts";
import type { ListedProject, Traffic } from "#server/traffic-services.ts";
import type { ProjectOverview } from "#server/storage/projects/project-store.ts";
import type { Route } from "./+types/list.ts";
import "#app/ui/styles/performance.css";

/** One of each package, the package seen last first. */
const releasesShown = 3;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const listed = await services.listProjects(viewer);
  const away = listed.filter(({ overview }) => !overview).map(({ project: { name } }) => name);
  const mayMake = mayAdminister(viewer);
  const instance = mayMake ? await readInstance(services.store.retention) : undefined;
  return { rows: listed.map(row), away, mayMake, instance };
}

type Instance = { bytes: number; mostBytes?: number; eventDays: number };

/** Absent while the database does not answer: projects that do are shown all the same. */
async function readInstance(retention: RetentionStore): Promise<Instance | undefined> {
  const read = Promise.all([retention.limits(), retention.days(), retention.besides()]);
  const parts = await read.catch(() => undefined);
  if (!parts) return undefined;
  const [limits, days, { main, artifacts }] = parts;
  const bytes = days.reduce((sum, day) => sum + day.bytes, main + artifacts);
  const { eventDays, telemetryBytes } = limits;
  return { bytes, eventDays, ...(telemetryBytes !== undefined && { mostBytes: telemetryBytes }) };
}

type Row = {
  slug: string;
  name: string;
  /** Absent while its database node does not answer. */
  overview?: Pick<ProjectOverview, "hours" | "openIssues" | "latestReleases">;
  /** Shares and times as they are printed. */
  traffic?: { failed: number; failedHours: number[]; failedShare: string; p95?: string };
};

function row({ project: { slug, name }, overview, traffic }: ListedProject): Row {
  const latestReleases = overview?.latestReleases.slice(0, releasesShown) ?? [];
  return {
    ...{ slug, name },
    ...(overview && { overview: { hours: overview.hours, openIssues: overview.openIssues, latestReleases } }),
    ...(traffic && { traffic: trafficTexts(traffic) }),
  };
}

const trafficTexts = ({ count, failed, failedHours, p95Ms }: Traffic): NonNullable<Row["traffic"]> => ({
  ...{ failed, failedHours, failedShare: count === 0 ? "" : shareText(failed / count) },
  ...(p95Ms !== undefined && { p95: percentileText(p95Ms) }),
});

export default function Projects({ loaderData: { rows, away, mayMake, instance } }: Route.ComponentProps) {
  return (
    <>
      <title>Projects · Spoor</title>
      <Head
        title="Projects"
        scope={
          mayMake && (
            <Link className="button primary" to={href("/projects/new")}>
              <Icon name="plus" /> New project
            </Link>
          )
        }
      />
      {away.length > 0 && <Away names={away} />}
      {rows.length > 0 ? <ProjectTable rows={rows} /> : <NoProjects mayMake={mayMake} />}
      {rows.some(({ overview, traffic }) => overview && !traffic) && (
        <p className="meta">Failed requests and p95 are being calculated. Reload this page to see them.</p>
      )}
      {instance && <InstancePart rows={rows} instance={instance} />}
    </>
  );
}

/** How the instance itself is, for its owners. */
function InstancePart({ rows, instance: { bytes, mostBytes, eventDays } }: { rows: Row[]; instance: Instance }) {
  const hours = rows.flatMap(({ overview }) => overview?.hours ?? []);
  return (
    <section className="part">
      <div className="row between">
        <h2>This instance</h2> <Link to={href("/settings/storage")}>Storage settings</Link>
      </div>
      <Stats
        stats={[
          ["Projects", grouped(rows.length)],
          ["Events, last 24 hours", grouped(hours.reduce((sum, count) => sum + count, 0))],
          ["Storage", mostBytes === undefined ? bytesText(bytes) : `${bytesText(bytes)} of ${bytesText(mostBytes)}`],
          ["Retention", counted(eventDays, "day")],
        ]}
      />
    </section>
  );
}

function Away({ names }: { names: string[] }) {
  return (
    <p role="status">
      <strong>Unavailable: {names.join(", ")}.</strong> A node of the database cluster does not answer. New events are
      accepted and appear once it does.
    </p>
  );
}

const ProjectTable = ({ rows }: { rows: Row[] }) => (
  <Table
    className="rows"
    caption="Projects, with events, failed requests, and p95 of the last 24 hours"
    rows={rows}
    keyOf={({ slug }) => slug}
    columns={[
      { head: "Project", cell: (row) => <ProjectName {...row} /> },
      {
        ...{ head: "Last 24 hours", className: "wide" },
        cell: ({ overview }) =>
          overview ? <Sparkline counts={overview.hours} unit="hour" width={120} height={24} /> : "–",
      },
      {
        ...{ head: "Events", className: "number wide" },
        cell: ({ overview }) => (overview ? grouped(overview.hours.reduce((sum, count) => sum + count, 0)) : "–"),
      },
      {
        ...{ head: "Unresolved", className: "number" },
        cell: ({ overview }) => (overview ? grouped(overview.openIssues) : "–"),
      },
      {
        ...{ head: "Failed by hour", className: "roomy" },
        cell: ({ traffic }) =>
          traffic?.p95 === undefined ? (
            "–"
          ) : (
            <Sparkline
              counts={traffic.failedHours}
              unit="hour"
              noun="failed request"
              width={120}
              height={24}
              tone="bad"
            />
          ),
      },
      {
        ...{ head: "Failed", className: "number" },
        cell: ({ slug, traffic }) => (traffic?.p95 === undefined ? "–" : <Failed slug={slug} {...traffic} />),
      },
      { head: "p95", className: "number wide", cell: ({ traffic }) => traffic?.p95 ?? "–" },
      { head: "Latest releases", className: "wide tall whole", cell: (row) => <Releases {...row} /> },
    ]}
  />
);

const ProjectName = ({ slug, name }: Row) => (
  <Link className="named" to={href("/:project", { project: slug })}>
    <span className="tile" aria-hidden="true">
      {initials(name).charAt(0)}
    </span>{" "}
    <b>{name}</b>
  </Link>
);

function Releases({ slug, overview }: Row) {
  if (!overview || overview.latestReleases.length === 0) return "–";
  return overview.latestReleases.map((version) => (
    <div key={version}>
      <Link to={releasePath(slug, version)}>
        <bdi>{version}</bdi>
      </Link>
    </div>
  ));
}

type FailedProps = { slug: string } & Pick<NonNullable<Row["traffic"]>, "failed" | "failedShare">;

function Failed({ slug, failed, failedShare }: FailedProps) {
  if (failed === 0) return "0";
  const routes = { pathname: href("/:project/routes", { project: slug }), search: "?sort=failures" };
  return (
    <>
      <Link to={routes} className="bad">
        {grouped(failed)}
      </Link>
      <small>{failedShare}</small>
    </>
  );
}

function NoProjects({ mayMake }: { mayMake: boolean }) {
  if (!mayMake) return <p>You are not a member of any project yet. Ask an owner of this instance to add you.</p>;
  return (
    <p>
      No projects yet. A project is one application that sends its errors here.{" "}
      <Link to={href("/projects/new")}>Create project</Link>
    </p>
  );
}

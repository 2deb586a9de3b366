import { href, Link } from "react-router";
import { requireViewer } from "#app/guard.ts";
import { percentileText, rateText, shareText } from "#app/routes/routes/figure-text.ts";
import { counted, grouped, shareOf } from "#server/domain/count.ts";
import { Head } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { releasePath } from "#app/ui/release-link.tsx";
import { initials } from "#app/ui/format/initials.ts";
import { Sparkline } from "#app/ui/chart/sparkline.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { mayAdminister } from "#server/domain/people/permission.ts";
import type { ProjectOverview } from "#server/storage/projects/project-store.ts";
import type { Route } from "./+types/list.ts";
import { crashFreeText } from "#server/domain/release/crash-free.ts";
import { HomeSummary, newIssuesText, worstFirst } from "./home-summary.tsx";
import { InstancePart, readInstance } from "./instance-part.tsx";
import "#app/ui/styles/projects.css";
import type { ListedProject } from "#server/read/list-projects.ts";
import { msAt, percentileName, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import type { Traffic } from "#server/read/read-traffic.ts";

const servicesShown = 4;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const mayMake = mayAdminister(viewer);
  const [listed, instance] = await Promise.all([
    services.listProjects(viewer),
    mayMake ? readInstance(services) : undefined,
  ]);
  const now = services.now();
  const away = listed.filter(({ overview }) => !overview).map(({ project: { name } }) => name);
  return { rows: worstFirst(listed.map((each) => row(each, now))), away, mayMake, instance, now };
}

type Row = {
  slug: string;
  name: string;
  /** Absent while its database node doesn't respond. */
  overview?: ProjectOverview & { events: number; eventsPerMinute: number };
  /** Formatted shares and times. */
  traffic?: {
    count: number;
    failed: number;
    failedHours: number[];
    failedShare: string;
    /** `slowQuantile`. */
    slow: string;
    crashFree: string;
    services: string;
  };
};

function row({ project: { slug, name }, overview, traffic }: ListedProject, now: number): Row {
  return {
    slug,
    name,
    ...(overview && { overview: overviewOf(overview, now) }),
    ...(traffic && { traffic: trafficTexts(traffic) }),
  };
}

const minuteMs = 60_000;

function overviewOf(overview: ProjectOverview, now: number): Row["overview"] {
  const { hours } = overview;
  // The current hour is incomplete: including the previous one makes the rate steady.
  const minutes = 60 + (now % (60 * minuteMs)) / minuteMs;
  return {
    ...overview,
    events: sumOf(hours),
    eventsPerMinute: sumOf(hours.slice(-2)) / minutes,
  };
}

const sumOf = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0);

const trafficTexts = ({
  count,
  failed,
  failedHours,
  percentiles,
  sessions,
  services,
}: Traffic): NonNullable<Row["traffic"]> => ({
  count,
  failed,
  failedHours,
  failedShare: shareText(shareOf(failed, count)),
  slow: slowText(percentiles),
  crashFree: crashFreeText(sessions.crashed, sessions.all) || "–",
  services: services.slice(0, servicesShown).join(", "),
});

function slowText(percentiles: Traffic["percentiles"]): string {
  const ms = msAt(percentiles, slowQuantile);
  return ms === undefined ? "–" : percentileText(ms);
}

export default function Projects({
  loaderData: { rows, away, mayMake, instance, now },
}: Route.ComponentProps) {
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
      {rows.length > away.length && <HomeSummary rows={rows} />}
      {rows.length > 0 ? <ProjectTable rows={rows} now={now} /> : <NoProjects mayMake={mayMake} />}
      {rows.some(({ overview, traffic }) => overview && !traffic) && (
        <p className="meta">
          Failure rates and durations are being calculated. <Link to={href("/")}>Reload</Link>
        </p>
      )}
      {instance && (
        <InstancePart
          {...{ ...instance, now }}
          events={sumOf(rows.map(({ overview }) => overview?.events ?? 0))}
          eventsPerMinute={sumOf(rows.map(({ overview }) => overview?.eventsPerMinute ?? 0))}
        />
      )}
    </>
  );
}

function Away({ names }: { names: string[] }) {
  return (
    <p role="status">
      <strong>Unavailable: {names.join(", ")}.</strong> A node of the database cluster isn't
      responding. New events are accepted and will appear once it responds.
    </p>
  );
}

const ProjectTable = ({ rows, now }: { rows: Row[]; now: number }) => (
  <Table
    className="rows"
    caption={`Projects, with events, new issues, failure rate, ${percentileName(slowQuantile)}, and crash-free sessions of the last 24 hours`}
    rows={rows}
    keyOf={({ slug }) => slug}
    columns={[
      { head: "Project", className: "main", cell: (row) => <ProjectName {...row} /> },
      {
        head: "Last 24 hours",
        className: "wide",
        cell: ({ overview }) =>
          overview ? <Sparkline counts={overview.hours} unit="hour" width={96} height={24} /> : "–",
      },
      {
        head: "Events",
        className: "number roomy",
        cell: ({ overview }) =>
          overview ? (
            <>
              {grouped(overview.events)}
              <small>{rateText(overview.eventsPerMinute)}/min, last hour</small>
            </>
          ) : (
            "–"
          ),
      },
      {
        head: "Unresolved",
        className: "number",
        cell: ({ overview }) => (overview ? grouped(overview.openIssues) : "–"),
      },
      {
        head: <span title="Unresolved, and first seen in the last 24 hours">New</span>,
        className: "number wide",
        cell: (row) => <NewIssues {...row} />,
      },
      {
        head: "Failed by hour",
        className: "roomy",
        cell: ({ traffic }) =>
          traffic && traffic.count > 0 ? (
            <Sparkline
              counts={traffic.failedHours}
              unit="hour"
              noun="failed request"
              width={96}
              height={24}
              tone="bad"
            />
          ) : (
            "–"
          ),
      },
      { head: "Failure rate", className: "number", cell: (row) => <FailureRate {...row} /> },
      {
        head: percentileName(slowQuantile),
        className: "number wide",
        cell: ({ traffic }) => traffic?.slow ?? "–",
      },
      {
        head: "Crash-free",
        className: "number roomy",
        cell: ({ traffic }) => traffic?.crashFree ?? "–",
      },
      {
        head: "Latest release",
        className: "roomy whole",
        cell: (row) => <LatestRelease {...row} now={now} />,
      },
    ]}
  />
);

const ProjectName = ({ slug, name, traffic }: Row) => (
  <Link className="named" to={href("/:project", { project: slug })}>
    <span className="tile" aria-hidden="true">
      {initials(name).charAt(0)}
    </span>{" "}
    <span>
      <b>{name}</b> {traffic && <small>{traffic.services}</small>}
    </span>
  </Link>
);

/** Of the most recently seen package. Each package has its own releases. */
function LatestRelease({ slug, overview, now }: Row & { now: number }) {
  const [version, ...others] = overview?.latestReleases ?? [];
  if (version === undefined) return "–";
  const at = overview?.latestReleaseAt;
  return (
    <>
      <Link to={releasePath(slug, version)}>
        <bdi>{version}</bdi>
      </Link>
      <small>
        {at !== undefined && <Time at={at} now={now} />}
        {others.length > 0 && (
          <span title={counted(others.length, "other package")}>{`+${others.length}`}</span>
        )}
      </small>
    </>
  );
}

function NewIssues(row: Row) {
  const { slug, overview } = row;
  if (!overview) return "–";
  if (overview.newIssues === 0) return "0";
  const query = new URLSearchParams({ query: "is:unresolved first-seen:-24h" });
  return (
    <Link
      className="warn"
      to={{ pathname: href("/:project/issues", { project: slug }), search: `${query}` }}
    >
      {newIssuesText([row])}
    </Link>
  );
}

function FailureRate({ slug, traffic }: Row) {
  if (!traffic || traffic.failed === 0) return traffic?.failedShare ?? "–";
  const { count, failed, failedShare } = traffic;
  const routes = {
    pathname: href("/:project/routes", { project: slug }),
    search: "?sort=failures",
  };
  return (
    <>
      <Link to={routes} className="bad">
        {failedShare}
      </Link>
      <small>
        {grouped(failed)} of {grouped(count)}
      </small>
    </>
  );
}

function NoProjects({ mayMake }: { mayMake: boolean }) {
  if (!mayMake)
    return (
      <p>You are not a member of any project yet. Ask an owner of this instance to add you.</p>
    );
  return (
    <p>
      No projects yet. A project is one application that sends its errors here.{" "}
      <Link to={href("/projects/new")}>Create project</Link>
    </p>
  );
}

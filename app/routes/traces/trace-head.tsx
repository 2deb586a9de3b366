import { href, Link, useHref, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { CopyButton } from "#app/enhance/copy-button.tsx";
import { grouped, percent } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { Moment } from "#app/ui/format/moment.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Stats } from "#app/ui/stats.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { percentileText } from "#app/routes/routes/figure-text.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import type { RouteOfTrace } from "./route-of-trace.ts";
import type { ContextProps } from "./trace-context.tsx";
import { useTracePath } from "./trace-links.ts";

const CompareMenu = late(async () => (await import("./compare-menu.tsx")).CompareMenu);

type Head = {
  traceId: string;
  name: string;
  act?: string;
  route?: RouteOfTrace;
  startedAt: number;
  durationMs: number;
  waited?: Waited;
} & Omit<ContextProps, "project">;
type Waited = { name: string; spanId: string; share: number };
export type Counts = { spans: number; failed: number; shifted: number };

const TraceContext = late(async () => (await import("./trace-context.tsx")).TraceContext);

/** The trace's root and key figures. */
export function TraceHead(props: {
  project: string;
  head: Head;
  counts: Counts;
  services: string[];
  now: number;
}) {
  const { project, head, counts, services, now } = props;
  const search = keptSearch(useLocation().search);
  const path = useHref(useTracePath());
  const { traceId, name, act, route, startedAt, durationMs, waited } = head;
  const { release, environment, user } = head;
  return (
    <header>
      <ProjectTitle>{`${act === undefined ? name : `${name} ${act}`} · trace ${traceId.slice(0, 8)}`}</ProjectTitle>
      <Crumbs
        scope={
          <>
            <CompareMenu {...{ project, traceId }} others={route?.others ?? []} />
            <Link
              className="button"
              to={href("/:project/traces/:trace/share", { project, trace: traceId })}
            >
              Share…
            </Link>
            <Menu className="end quiet" label="More" summary={<Icon name="more" />}>
              <a href={`${path}.json`} type="application/json">
                View JSON
              </a>
              <a href={`${path}.md`} type="text/markdown">
                View Markdown
              </a>
            </Menu>
          </>
        }
      >
        <Link to={{ pathname: href("/:project/traces", { project }), search }}>Traces</Link>
        <span>
          <code title={traceId}>{traceId.slice(0, 8)}</code>{" "}
          <CopyButton text={traceId} label="trace ID" />
        </span>
      </Crumbs>
      <h1>
        {name} {act !== undefined && <span className="kind">{act}</span>}
      </h1>
      <TraceContext {...{ project, release, environment, user }} />
      <Stats
        stats={[
          ["Duration", durationText(durationMs)],
          [
            route?.p75Ms === undefined ? "Route" : "Route p75",
            route && <RouteFigure key="route" {...{ project, search, route }} />,
          ],
          ["Spans", grouped(counts.spans)],
          ["Services", grouped(services.length)],
          ["Failed spans", <Errors key="errors" failed={counts.failed} />],
          [
            "Started",
            <>
              <Moment at={startedAt} />{" "}
              <small>
                <Time at={startedAt} now={now} />
              </small>
            </>,
          ],
          ["Critical path", waited && <WaitedFor key="waited" {...waited} />],
        ]}
      />
    </header>
  );
}

/** Links to the route's performance. */
function RouteFigure(props: { project: string; search: string; route: RouteOfTrace }) {
  const { project, search, route } = props;
  const pathname = href("/:project/routes/:route", { project, route: route.route });
  return (
    <Link to={{ pathname, search }} title="Route performance">
      {route.p75Ms === undefined ? route.route : percentileText(route.p75Ms)}
    </Link>
  );
}

/** The longest wait of the trace. */
function WaitedFor({ name, spanId, share }: Waited) {
  const { search } = useLocation();
  const tracePath = useTracePath();
  return (
    <>
      <Link to={{ pathname: `${tracePath}/spans/${spanId}`, search, hash: "span" }}>{name}</Link>{" "}
      <small>{percent(share, 1)}</small>
    </>
  );
}

function Errors({ failed }: { failed: number }) {
  if (failed === 0) return "0";
  return (
    <a className="bad" href="#errors">
      {grouped(failed)}
    </a>
  );
}

import { href, Link, useLocation } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { Moment } from "#app/ui/format/moment.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Stats } from "#app/ui/stats.tsx";
import { Time } from "#app/ui/format/time.tsx";

type Head = {
  traceId: string;
  root: string;
  route?: string;
  startedAt: number;
  durationMs: number;
};
export type Counts = { spans: number; failed: number; shifted: number };

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
  const { traceId, root, route, startedAt, durationMs } = head;
  return (
    <header>
      <title>{`${root} · trace ${traceId.slice(0, 8)} · ${project} · Spoor`}</title>
      <Crumbs
        scope={
          <Link
            className="button"
            to={href("/:project/traces/:trace/share", { project, trace: traceId })}
          >
            Share…
          </Link>
        }
      >
        <Link to={{ pathname: href("/:project/traces", { project }), search }}>Traces</Link>
        {" / "}
        <code>{traceId}</code>
      </Crumbs>
      <h1>{root}</h1>
      <Stats
        stats={[
          ["Duration", durationText(durationMs)],
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
          [
            "Route",
            route !== undefined && (
              <Link
                key="route"
                to={{ pathname: href("/:project/routes/:route", { project, route }), search }}
              >
                Route performance
              </Link>
            ),
          ],
        ]}
      />
    </header>
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

import { href, Link, useLocation } from "react-router";
import { counted } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { keptSearch } from "#app/ui/scope.ts";
import { Time } from "#app/ui/time.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";

export type Head = { traceId: string; root: string; route?: string; startedAt: number; durationMs: number };
export type Counts = { spans: number; failed: number; shifted: number };

/** What the trace is, in a line. */
export function TraceHead(props: { project: string; head: Head; counts: Counts; services: string[]; now: number }) {
  const { project, head, counts, services, now } = props;
  const { search } = useLocation();
  return (
    <header className="trace-head">
      <title>{`${head.root} · trace ${head.traceId.slice(0, 8)} · ${project} · Spoor`}</title>
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname: href("/:project/traces", { project }), search: keptSearch(search) }}>Traces</Link>
        {" / "}
        <code>{head.traceId}</code>
        {" · "}
        <Link to={href("/:project/traces/:trace/share", { project, trace: head.traceId })}>Share…</Link>
      </Crumbs>
      <h1>
        {head.root}{" "}
        <span className="meta">
          {`${durationText(head.durationMs)} · ${counted(counts.spans, "span")} · ${counted(services.length, "service")} · `}
          {counts.failed > 0 ? (
            <a className="bad" href="#errors">
              {counted(counts.failed, "failed span")}
            </a>
          ) : (
            "no errors"
          )}
          {" · "}
          <Time at={head.startedAt} now={now} />
          {head.route && (
            <>
              {" · "}
              <Link
                to={{
                  pathname: href("/:project/routes/:route", { project, route: head.route }),
                  search: keptSearch(search),
                }}
              >
                figures of this route
              </Link>
            </>
          )}
        </span>
      </h1>
    </header>
  );
}

import { href } from "react-router";
import { RouteTreeTable } from "#app/ui/route-tree.tsx";
import { TraceLink } from "./trace-link.tsx";
import type { TraceOfEvent } from "./trace-of-event.ts";

/** The application's routes at the moment it broke. */
export function RouteTreeThen({ project, trace }: { project: string; trace?: TraceOfEvent }) {
  if (!trace?.tree) return null;
  const { traceId, tree } = trace;
  return (
    <section className="part">
      <h2>
        Route tree at the time{" "}
        <span className="meta">
          trace <TraceLink project={project} traceId={traceId} />
        </span>
      </h2>
      <RouteTreeTable
        tree={tree}
        caption={`Routes of ${tree.name}`}
        toSpan={(span) => href("/:project/traces/:trace/spans/:span", { project, trace: traceId, span })}
      />
    </section>
  );
}

import { href, Link } from "react-router";

/** A trace by both ends of its id. */
export function TraceLink({ project, traceId }: { project: string; traceId: string }) {
  return (
    <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>
      <ShortTraceId traceId={traceId} />
    </Link>
  );
}

export function ShortTraceId({ traceId }: { traceId: string }) {
  return (
    <code title={traceId}>
      {traceId.slice(0, 4)}…{traceId.slice(-4)}
    </code>
  );
}

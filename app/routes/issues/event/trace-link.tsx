import { href, Link } from "react-router";

/** A trace by the first 8 characters of its ID. */
export function TraceLink({ project, traceId }: { project: string; traceId: string }) {
  return (
    <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>
      <ShortTraceId traceId={traceId} />
    </Link>
  );
}

export function ShortTraceId({ traceId }: { traceId: string }) {
  return <code title={traceId}>{traceId.slice(0, 8)}</code>;
}

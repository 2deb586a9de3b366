import { useMemo } from "react";
import { href, useHref, useLocation, useParams } from "react-router";
import { keptSearch } from "#app/ui/scope.ts";
import { printTraceView, type TraceView } from "#server/domain/trace/trace-view.ts";

/** Addresses of a waterfall's many plain links, base path included. */
export type TraceLinks = {
  /** The page as it is, under another view; `rowId` is the row to come back to. */
  to: (view: TraceView, rowId?: string) => string;
  /** A span's panel beside the waterfall as it is. */
  span: (spanId: string) => string;
  raw: (spanId: string) => string;
  /** The waterfall as it is, without a panel. */
  trace: string;
};

export function useTraceLinks(view: TraceView): TraceLinks {
  const { search } = useLocation();
  const base = useHref(useTracePath());
  const kept = keptSearch(search);
  return useMemo(() => {
    const query = (each: TraceView) => [kept, printTraceView(each)].filter(Boolean).join("&");
    const here = query(view) && `?${query(view)}`;
    return {
      to: (each, rowId) => `?${query(each)}${rowId === undefined ? "" : `#${rowId}`}`,
      span: (spanId) => `${base}/spans/${spanId}${here}#span`,
      raw: (spanId) => `${base}/spans/${spanId}/raw`,
      trace: `${base}${here}#waterfall`,
    };
  }, [base, kept, view]);
}

/** Without the base path, as `Link` takes it. */
export function useTracePath(): string {
  const { project = "", trace = "" } = useParams();
  return href("/:project/traces/:trace", { project, trace });
}

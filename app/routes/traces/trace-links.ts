import { useMemo } from "react";
import { href, useHref, useLocation, useParams } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import { printTraceView, type TraceView } from "#server/domain/trace/waterfall/trace-view.ts";

/** URLs of a waterfall's plain links, including the base path. */
export type WaterfallLinks = {
  /** The page in another view; `rowId`: the row to return to. */
  to: (view: TraceView, rowId?: string) => string;
  /** A span's panel next to the current waterfall; absent without panels. */
  span?: (spanId: string, shown?: TraceView) => string;
  /** The event that reports an error; absent likewise. */
  issue?: (shortId: string, eventId: string) => string;
};

type TraceLinks = Required<WaterfallLinks> & {
  raw: (spanId: string) => string;
  /** The current waterfall without a panel. */
  trace: string;
};

/** For a waterfall without panels. */
export function useViewLinks(): WaterfallLinks {
  const kept = keptSearch(useLocation().search);
  return useMemo(() => ({ to: viewLink(kept) }), [kept]);
}

const queryOf = (kept: string, view: TraceView): string =>
  [kept, printTraceView(view)].filter(Boolean).join("&");
const viewLink =
  (kept: string): WaterfallLinks["to"] =>
  (view, rowId) =>
    `?${queryOf(kept, view)}${rowId === undefined ? "" : `#${rowId}`}`;

export function useTraceLinks(view: TraceView): TraceLinks {
  const { search } = useLocation();
  const base = useHref(useTracePath());
  const { project = "" } = useParams();
  const issues = useHref(href("/:project/issues", { project }));
  const kept = keptSearch(search);
  return useMemo(() => {
    const queryIn = (shown: TraceView) => queryOf(kept, shown) && `?${queryOf(kept, shown)}`;
    const here = queryIn(view);
    return {
      to: viewLink(kept),
      span: (spanId, shown = view) => `${base}/spans/${spanId}${queryIn(shown)}#span`,
      issue: (shortId, eventId) => `${issues}/${shortId}/events/${eventId}${kept && `?${kept}`}`,
      raw: (spanId) => `${base}/spans/${spanId}/raw`,
      trace: `${base}${here}#waterfall`,
    };
  }, [base, issues, kept, view]);
}

/** Without the base path, as `Link` takes it. */
export function useTracePath(): string {
  const { project = "", trace = "" } = useParams();
  return href("/:project/traces/:trace", { project, trace });
}

import type { ReactNode } from "react";
import { href, Link, useLocation, useParams } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { SpanRef } from "#server/domain/route-findings/sampled-request.ts";

/** A link to a trace with the span open. */
export function SpanLink({ to, children }: { to: SpanRef; children: ReactNode }) {
  const { project = "" } = useParams();
  const { search } = useLocation();
  const pathname = href("/:project/traces/:trace/spans/:span", {
    project,
    trace: to.traceId,
    span: to.spanId,
  });
  return <Link to={{ pathname, search: keptSearch(search), hash: "span" }}>{children}</Link>;
}

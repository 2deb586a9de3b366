import type { Span } from "#server/domain/trace/span.ts";
import type { AskedAboutTrace } from "../require-trace.ts";

/** A link between spans. `isHere`: the other trace is in this project. */
export type ShownLink = { traceId: string; spanId: string; isOwnTrace: boolean; isHere: boolean };
export type ShownLinks = {
  out: ShownLink[];
  into: ShownLink[];
  /** Traces received before this were not searched for links. */
  lookedBackTo?: number;
};

const mostLinks = 20;

/**
 * Both directions: the span's links, and spans of its own and the newest other traces that link to
 * it.
 */
export async function linksOf(
  asked: AskedAboutTrace,
  { spanId, links }: Span,
): Promise<ShownLinks> {
  const { services, project, summary } = asked;
  const [out, others] = await Promise.all([
    Promise.all(links.slice(0, mostLinks).map((link) => shownLink(asked, link))),
    services.linksTo(project.id, { traceId: summary.traceId, spanId }),
  ]);
  const into = asked.spans.filter((other) =>
    other.links.some((link) => link.spanId === spanId && link.traceId === asked.summary.traceId),
  );
  const own = into.map((other) => ({ ...nameOf(other), isOwnTrace: true, isHere: true }));
  const foreign = others.spans.map((other) => ({
    ...nameOf(other),
    isOwnTrace: false,
    isHere: true,
  }));
  return { out, into: [...own, ...foreign].slice(0, mostLinks), lookedBackTo: others.scannedTo };
}

async function shownLink(
  { services, project, summary }: AskedAboutTrace,
  link: Span["links"][number],
): Promise<ShownLink> {
  const isOwnTrace = link.traceId === summary.traceId;
  const isHere =
    isOwnTrace || (await services.store.traces.spanCount(project.id, link.traceId)) > 0;
  return { ...nameOf(link), isOwnTrace, isHere };
}

const nameOf = ({ traceId, spanId }: Pick<Span, "traceId" | "spanId">) => ({ traceId, spanId });

import type { Span } from "#server/domain/trace/span.ts";
import type { AskedAboutTrace } from "../require-trace.ts";

/** A link between spans. `isHere`: the other trace is one of this project's. */
export type ShownLink = { traceId: string; spanId: string; isOwnTrace: boolean; isHere: boolean };
export type ShownLinks = { out: ShownLink[]; into: ShownLink[] };

const mostLinks = 20;

/** Both ways as far as this trace tells: what the span links to, and which spans of its own trace link to it. */
export async function linksOf(asked: AskedAboutTrace, { spanId, links }: Span): Promise<ShownLinks> {
  const out = await Promise.all(links.slice(0, mostLinks).map((link) => shownLink(asked, link)));
  const into = asked.spans.filter((other) =>
    other.links.some((link) => link.spanId === spanId && link.traceId === asked.summary.traceId),
  );
  return { out, into: into.slice(0, mostLinks).map((other) => ({ ...nameOf(other), isOwnTrace: true, isHere: true })) };
}

async function shownLink(
  { services, project, summary }: AskedAboutTrace,
  link: Span["links"][number],
): Promise<ShownLink> {
  const isOwnTrace = link.traceId === summary.traceId;
  const isHere = isOwnTrace || (await services.store.traces.find(project.id, link.traceId)) !== undefined;
  return { ...nameOf(link), isOwnTrace, isHere };
}

const nameOf = ({ traceId, spanId }: Pick<Span, "traceId" | "spanId">) => ({ traceId, spanId });

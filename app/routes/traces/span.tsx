import { late } from "#app/enhance/late.tsx";
import { notFound } from "#app/guard.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { parseSpanId, type SpanId } from "#server/domain/ids.ts";
import { durationOf } from "#server/domain/trace/listing/summary.ts";
import { fixOfSpan } from "#server/domain/route-findings/fix-of-span.ts";
import { factsOf } from "#server/domain/trace/span-facts.ts";
import type { Route } from "./+types/span.ts";
import { type AskedAboutTrace, requireTrace } from "./require-trace.ts";
import { linksOf } from "./span/span-links.ts";
import { shownSpan } from "./span/shown-span.ts";
import { similarSpans } from "./span/similar-spans.ts";
import { type IssueLink, issuesBySpan, joinedErrors } from "./trace-failures.ts";

/** One span, next to the waterfall. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireTrace(args);
  const spanId = parseSpanId(args.params.span);
  const node = spanId && asked.trace.byId.get(spanId);
  if (!node) throw notFound(args, "This span doesn't exist in this trace.");
  const [links, issues, similar] = await Promise.all([
    linksOf(asked, node.span),
    issuesOfSpan(asked, spanId),
    similarSpans(asked, node.span),
  ]);
  const facts = shownSpan(factsOf(asked.trace, node), asked.trace);
  return {
    facts,
    traceMs: durationOf(asked.summary),
    links,
    issues,
    similar,
    fix: fixOfSpan(asked.trace, node),
    view: asked.view,
  };
}

const SpanPanel = late(async () => (await import("./span/span-panel.tsx")).SpanPanel);

export default function Span({ loaderData, params }: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>{`${loaderData.facts.name} · trace ${params.trace.slice(0, 8)}`}</ProjectTitle>
      <SpanPanel project={params.project} {...loaderData} />
    </>
  );
}

/** Issues of errors in the span, or passed through it. */
async function issuesOfSpan(asked: AskedAboutTrace, spanId: SpanId): Promise<IssueLink[]> {
  const errors = await joinedErrors(asked);
  const along = errors.map(({ spanIds, error, ...rest }) => ({
    ...rest,
    spanIds: [...spanIds, ...(error?.passedThrough ?? [])],
  }));
  return issuesBySpan(along)[spanId] ?? [];
}

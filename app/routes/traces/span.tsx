import { late } from "#app/enhance/late.tsx";
import { notFound } from "#app/guard.ts";
import { parseSpanId } from "#server/domain/ids.ts";
import { factsOf } from "#server/domain/trace/span-facts.ts";
import type { Route } from "./+types/span.ts";
import { requireTrace } from "./require-trace.ts";
import { linksOf } from "./span/span-links.ts";
import { shownSpan } from "./span/shown-span.ts";
import { issuesOfSpan } from "./span/issues-of-span.ts";

/** One span, beside the waterfall. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireTrace(args);
  const spanId = parseSpanId(args.params.span);
  const node = spanId && asked.trace.byId.get(spanId);
  if (!node) throw notFound(args, "There is no such span in this trace.");
  const [links, issues] = await Promise.all([linksOf(asked, node.span), issuesOfSpan(asked, spanId)]);
  return { facts: shownSpan(factsOf(asked.trace, node), asked.trace), links, issues, view: asked.view };
}

const SpanPanel = late(async () => (await import("./span/span-panel.tsx")).SpanPanel);

export default function Span({ loaderData, params }: Route.ComponentProps) {
  return (
    <>
      <title>{`${loaderData.facts.name} · trace ${params.trace.slice(0, 8)} · ${params.project} · Spoor`}</title>
      <SpanPanel project={params.project} {...loaderData} />
    </>
  );
}

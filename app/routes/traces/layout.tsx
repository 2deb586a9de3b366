import { href, Link, Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { shownRouteTree } from "#app/ui/trace/shown-route-tree.ts";
import { drawTrace } from "#server/domain/trace/waterfall/draw-trace.ts";
import { routeTrees } from "#server/domain/trace/route-tree/route-tree.ts";
import { durationOf } from "#server/domain/trace/listing/summary.ts";
import { traceName } from "#server/domain/trace/listing/trace-title.ts";
import { longestWait } from "#server/domain/trace/timing/longest-wait.ts";
import { quoteText } from "#server/domain/search/query-tokens.ts";
import { userOf } from "#server/domain/trace/trace-user.ts";
import { spanTitle } from "#server/domain/trace/span-title.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { parseSpanId } from "#server/domain/ids.ts";
import { reveal } from "#server/domain/trace/waterfall/reveal.ts";
import { type TraceView, viewFields } from "#server/domain/trace/waterfall/trace-view.ts";
import type { Route } from "./+types/layout.ts";
import { type AskedAboutTrace, requireTrace, shareReading } from "./require-trace.ts";
import { routeOfTrace } from "./route-of-trace.ts";
import { TraceHead } from "./trace-head.tsx";
import { useTraceLinks } from "./trace-links.ts";
import { issuesBySpan, joinedErrors, shownErrors } from "./trace-failures.ts";
import { packed } from "./waterfall/packed-drawing.ts";
import "#app/ui/styles/one-trace.css";

export const middleware = [shareReading];

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireTrace(args);
  const { summary, trace } = asked;
  const view = viewOf(asked, "span" in args.params ? args.params.span : undefined);
  const [route, errors, unjoined] = await Promise.all([
    routeOfTrace(asked, summary),
    joinedErrors(asked),
    asked.services.readUnjoined(asked.project.id, trace),
  ]);
  return {
    head: {
      traceId: summary.traceId,
      ...traceName(summary.root, summary),
      route,
      startedAt: summary.startedAt,
      durationMs: durationOf(summary),
      waited: waitedFor(trace),
      release: summary.release,
      environment: summary.environment,
      user: userIn(trace),
    },
    counts: {
      spans: trace.tree.nodes.length,
      failed: trace.failedCount,
      shifted: trace.shiftedCount,
    },
    unjoined,
    trees: routeTrees(trace).map(shownRouteTree),
    view,
    drawing: packed(drawTrace(trace, view), summary),
    errors: shownErrors(asked, errors),
    issues: issuesBySpan(errors),
    now: asked.services.now(),
  };
}

/** An opened span has a row even if the view folds it. */
function viewOf({ trace, view }: AskedAboutTrace, span: unknown): TraceView {
  const spanId = typeof span === "string" ? parseSpanId(span) : undefined;
  return spanId ? reveal(trace, view, spanId) : view;
}

/** With a search for this user's traces. */
function userIn({ tree }: AnalyzedTrace) {
  const user = userOf(tree.nodes);
  return user && { name: user.value, query: `${user.attribute}:${quoteText(user.value)}` };
}

/** The span with the largest self time on the critical path, and its share of the duration. */
function waitedFor(trace: AnalyzedTrace) {
  const longest = longestWait(trace);
  const node = longest && trace.tree.nodes[longest.position];
  // The root's self time points to no cause.
  if (!longest || !node?.parent) return undefined;
  const { name } = spanTitle(node.span);
  return { name, spanId: node.span.spanId, share: longest.ms / trace.tree.durationMs };
}

/**
 * A span's panel changes next to an unchanged waterfall; the waterfall's state is in the URL. A span
 * without a row gets one.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return viewChanged(args) || !hasRow(args.nextParams["span"]);
}

const viewChanged = unlessOnlyChildChanged(["project", "trace"], [...viewFields]);

const hasRow = (spanId: string | undefined): boolean =>
  spanId === undefined ||
  document.querySelector(`.waterfall tbody a[href*="/spans/${CSS.escape(spanId)}"]`) !== null;

const RouteTrees = late(async () => (await import("./route-trees.tsx")).RouteTrees);
const TraceErrors = late(async () => (await import("./trace-errors.tsx")).TraceErrors);
const Waterfall = late(async () => (await import("./waterfall/waterfall.tsx")).Waterfall);

export default function TraceLayout({ loaderData, params: { project } }: Route.ComponentProps) {
  const { head, counts, unjoined, trees, view, drawing, errors, issues, now } = loaderData;
  return (
    <article>
      <TraceHead {...{ project, head, counts, services: drawing.services, now }} />
      {unjoined.map(({ before, link, after }) => (
        <p key={before} className="meta">
          {before}
          {link && (
            <Link to={href("/:project/traces/:trace", { project, trace: link.traceId })}>
              {link.title}
            </Link>
          )}
          {after}
        </p>
      ))}
      <RouteTrees trees={trees} />
      <Waterfall {...{ view, drawing, counts, issues, links: useTraceLinks(view) }}>
        <Outlet />
      </Waterfall>
      <TraceErrors project={project} errors={errors} />
    </article>
  );
}

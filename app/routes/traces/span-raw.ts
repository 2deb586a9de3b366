import { notFound, requireProject } from "#app/guard.ts";
import { untrustedHeaders } from "#server/domain/download.ts";
import { parseSpanId, parseTraceId } from "#server/domain/ids.ts";
import { spanJson } from "#server/domain/trace/span-json.ts";
import type { Route } from "./+types/span-raw.ts";

/** The complete span as JSON. */
export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:read");
  const [traceId, spanId] = [parseTraceId(args.params.trace), parseSpanId(args.params.span)];
  const reading = traceId && (await services.readTrace(project.id, traceId));
  const span = reading?.spans.find((each) => each.spanId === spanId);
  if (!span) throw notFound(args, "This span doesn't exist in this project.");
  return new Response(JSON.stringify(spanJson(span), undefined, 2), {
    headers: { "Content-Type": "application/json; charset=utf-8", ...untrustedHeaders },
  });
}

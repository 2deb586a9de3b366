import { randomBytes } from "node:crypto";
import { drawSpans, sampleOriginNs } from "#server/domain/trace/sample-spans.fixture.ts";
import { type Attributes, type Span, spanKinds } from "#server/domain/trace/span.ts";
import type { TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "./traces.ts";

export type SentTrace = { traceId: string; spans: Span[] };

/**
 * Posts a trace as OTLP/JSON, drawn as text (`drawSpans`) or as spans, and waits until pages show
 * it. Its first span starts at `startsAt` in milliseconds since 1970: a minute ago by default.
 */
export async function sendTrace(
  spoor: Spoor,
  project: TestProject,
  drawn: string | Span[],
  { startsAt = Date.now() - 60_000, traceId = randomBytes(16).toString("hex") } = {},
): Promise<SentTrace> {
  const spans = typeof drawn === "string" ? drawSpans(drawn) : drawn;
  const url = `${spoor.url}/api/${project.id}/integration/otlp/v1/traces?sentry_key=${project.publicKey}`;
  const body = JSON.stringify(otlpOf(spans, { traceId, startsAt }));
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  if (answer.status !== 200)
    throw new Error(`The trace was answered ${answer.status}: ${await answer.text()}`);
  await waitForTrace(project, traceId, spans.length);
  return { traceId, spans };
}

/** One resource per service, as SDKs send them. */
function otlpOf(
  spans: Span[],
  { traceId, startsAt }: { traceId: string; startsAt: number },
): object {
  const moved = (atNs: bigint) => String(atNs - sampleOriginNs + BigInt(startsAt) * 1_000_000n);
  const ofServices = Map.groupBy(spans, ({ service }) => service);
  return {
    resourceSpans: [...ofServices].map(([service, ofService]) => ({
      resource: { attributes: keyValues({ "service.name": service, ...ofService[0]!.resource }) },
      scopeSpans: [
        { scope: { name: "test", version: "1.0.0" }, spans: ofService.map(spanMessage) },
      ],
    })),
  };

  function spanMessage(span: Span): object {
    return {
      traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId ?? "",
      name: span.name,
      kind: spanKinds.indexOf(span.kind) + 1,
      startTimeUnixNano: moved(span.startedAtNs),
      endTimeUnixNano: moved(span.endedAtNs),
      status: { code: span.status === "error" ? 2 : 0, message: span.statusMessage },
      attributes: keyValues(span.attributes),
      events: span.events.map(({ name, atNs, attributes }) => ({
        name,
        timeUnixNano: moved(atNs),
        attributes: keyValues(attributes),
      })),
      links: span.links.map((link) => ({ ...link, attributes: keyValues(link.attributes) })),
      droppedAttributesCount: span.dropped?.attributes ?? 0,
    };
  }
}

const keyValues = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { doubleValue: value } : { stringValue: String(value) },
  }));

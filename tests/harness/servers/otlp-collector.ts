import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A minimal OTLP/JSON receiver that stores what it gets and answers browsers of any origin. */
export type Collector = {
  url: string;
  keys: Set<unknown>;
  spans: CollectedSpan[];
  events: CollectedEvent[];
  /**
   * Every trace as indented lines of `service name`. Siblings are sorted by name, as simultaneous
   * ones have no order.
   */
  outline(): string;
  forget(): void;
  close(): void;
};

export type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number; message?: string };
  events: { name: string; attributes: Attributes }[];
  attributes: Attributes;
};

export type CollectedEvent = {
  eventName: string;
  traceId: string;
  spanId: string;
  attributes: Attributes;
};

type Attributes = Record<string, unknown>;

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const events: CollectedEvent[] = [];
  const keys = new Set<unknown>();
  const cors = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "content-type, authorization",
  };
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      keys.add(request.headers.authorization);
      const body = JSON.parse(await read(request), flatten) as ExportRequest;
      for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
        const service = String(resource.attributes["service.name"]);
        spans.push(
          ...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))),
        );
      }
      for (const { scopeLogs } of body.resourceLogs ?? [])
        events.push(...scopeLogs.flatMap((scope) => scope.logRecords));
    }
    response.writeHead(request.method === "POST" ? 200 : 204, {
      ...cors,
      "content-type": "application/json",
    });
    response.end(request.method === "POST" ? "{}" : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keys,
    spans,
    events,
    outline: () => outline(spans),
    forget: () => void (spans.length = events.length = 0),
    close: () => server.close(),
  };
}

type ExportRequest = {
  resourceSpans?: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: Omit<CollectedSpan, "service">[] }[];
  }[];
  resourceLogs?: { scopeLogs: { logRecords: CollectedEvent[] }[] }[];
};

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Lists of `{ key, value: { stringValue } }` become plain objects. */
function flatten(key: string, value: unknown): unknown {
  if (key !== "attributes") return value;
  const pairs = value as { key: string; value: Record<string, unknown> }[];
  return Object.fromEntries(pairs.map((pair) => [pair.key, Object.values(pair.value)[0]]));
}

function outline(all: CollectedSpan[]): string {
  const spans = all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const known = new Set(spans.map((span) => span.spanId));
  const under = (parentId: string | undefined, depth: number): string[] =>
    spans
      .filter(
        ({ parentSpanId }) =>
          (parentSpanId && known.has(parentSpanId) ? parentSpanId : undefined) === parentId,
      )
      .flatMap(({ service, name, spanId }) => [
        `${"  ".repeat(depth)}${service} ${name}`,
        ...under(spanId, depth + 1),
      ]);
  return under(undefined, 0).join("\n");
}

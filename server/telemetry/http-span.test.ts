import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { recordError } from "./failure.ts";
import { recordSpans } from "./recorded-spans.fixture.ts";
import { createHttpSpan, nameRequest, withHttpSpan } from "./http-span.ts";
import { currentTraceId } from "./traceparent.ts";

const recorded = recordSpans();

let server: Server;
afterEach(() => {
  server.close();
  recorded.reset();
});

const traceId = "a".repeat(32);

/** Sends one request from a traced caller and waits for its span. */
async function ask(listener: RequestListener, path: string): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const headers = { traceparent: `00-${traceId}-${"b".repeat(16)}-01`, "user-agent": "test" };
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers,
  });
  const body = await answer.text();
  await expect.poll(() => recorded.getFinishedSpans().length).toBeGreaterThan(0);
  return body;
}

test("React Router's route discovery has no span", async () => {
  server = createServer((request, response) =>
    withHttpSpan(request, response, () => response.end(currentTraceId())),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/shop/__manifest?paths=%2Fcart`);
  expect(await answer.text()).toBe("0".repeat(32));
});

test("the request's span has its caller, full duration, and status", async () => {
  const body = await ask(
    (request, response) =>
      withHttpSpan(request, response, () => {
        response.statusCode = 503;
        setTimeout(() => response.end(currentTraceId()), 5);
      }),
    "/shop?token=secret",
  );
  expect(body).toBe(traceId);
  const [span] = recorded.getFinishedSpans();
  expect(span).toMatchObject({
    parentSpanContext: { spanId: "b".repeat(16) },
    status: { code: SpanStatusCode.ERROR },
  });
  expect(span!.attributes).toEqual({
    "http.request.method": "GET",
    "http.response.status_code": 503,
    "error.type": "503",
    "url.path": "/shop",
    "url.scheme": "http",
    "network.protocol.version": "1.1",
    "user_agent.original": "test",
  });
});

test("mounted in a traced application, the span is within that one's", async () => {
  const host = trace.getTracer("host").startSpan("GET /spoor");
  await ask((request, response) => {
    context.with(trace.setSpan(context.active(), host), () =>
      withHttpSpan(request, response, () => response.end("ok")),
    );
  }, "/spoor");
  expect(recorded.getFinishedSpans()[0]!.parentSpanContext?.spanId).toBe(host.spanContext().spanId);
});

test("with the rule `route`, no path is recorded", async () => {
  const secret = "kS8d-2mQvX0aWbT4yLrN7";
  await ask(
    (request, response) =>
      createHttpSpan({ paths: "route" })(request, response, () => {
        nameRequest("GET", "/reset/:token");
        recordError(new Error(`no page at /reset/${secret}?code=${secret}`));
        response.end("ok");
      }),
    `/reset/${secret}?code=${secret}`,
  );
  const [span] = recorded.getFinishedSpans();
  expect(span).toMatchObject({
    name: "GET /reset/:token",
    attributes: { "url.path": "/reset/:token" },
  });
  expect(span!.status.message).toBe("no page at /reset/[Filtered]?code=[Filtered]");
  expect(JSON.stringify([span!.attributes, span!.events, span!.status])).not.toContain(secret);
});

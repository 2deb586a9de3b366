import { afterAll, beforeAll, expect, test } from "vitest";
import { type Collector, startCollector } from "#tests/harness/servers/otlp-collector.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Spoor's own spans are also sent to OTEL_EXPORTER_OTLP_ENDPOINT if set.

let collector: Collector;
let spoor: Spoor;
beforeAll(async () => {
  collector = await startCollector();
  spoor = await startSpoor({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await makeOwner(spoor);
  await makeProject(spoor, "traced");
});
afterAll(async () => {
  await spoor.remove();
  collector.close();
});

test("a request and its nested loaders and actions are spans with route IDs", async () => {
  const login = await fetch(`${spoor.url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(owner),
  });
  const cookie = login.headers.get("set-cookie")!.split(";", 1)[0]!;
  await fetch(`${spoor.url}/traced/issues`, { headers: { cookie } });
  await expect
    .poll(() => collector.spans.map(({ name }) => name))
    .toEqual(
      expect.arrayContaining([
        "POST /login",
        "action routes/session/login",
        "GET /:project/issues",
        "loader root",
        "loader routes/projects/layout",
        "loader routes/issues/list",
      ]),
    );

  const named = (name: string) => collector.spans.find((span) => span.name === name)!;
  const request = named("GET /:project/issues");
  expect(request).toMatchObject({
    service: "spoor",
    attributes: { "http.route": "/:project/issues" },
  });
  for (const id of ["root", "routes/projects/layout", "routes/issues/list"]) {
    const loader = collector.spans.find(
      (span) => span.name === `loader ${id}` && span.traceId === request.traceId,
    )!;
    expect(loader.attributes).toMatchObject({ "react_router.route.id": id });
    expect(loader.parentSpanId).toBe(request.spanId);
  }
  expect(named("action routes/session/login").parentSpanId).toBe(named("POST /login").spanId);
});

test("an error page shows its trace ID", async () => {
  const answer = await fetch(`${spoor.url}/no/such/page`);
  const quoted = /[0-9a-f]{32}/.exec((await answer.text()).replace(/<script[\s\S]*/g, ""))?.[0];
  expect(quoted).toBeDefined();
  await expect.poll(() => collector.spans.map(({ traceId }) => traceId)).toContain(quoted);
});

test("ingestion is not traced, which would loop", async () => {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const requests = collector.spans.filter(({ kind }) => kind === 2);
  expect(requests.length).toBeGreaterThan(0);
  // A request without a route has a span without one.
  expect(requests.filter(({ attributes }) => attributes["http.route"] === undefined)).toEqual([]);
});

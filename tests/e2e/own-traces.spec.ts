import type { Spoor } from "#tests/harness/spoor.ts";
import { pause } from "#tests/harness/spoor.ts";
import type { TraceJson } from "#tests/harness/data/traces.ts";
import { checkoutError, expect, test } from "./fixtures.ts";

// Spoor traces its own pages into its internal project.

async function read<Answer>(spoor: Spoor, session: string, path: string): Promise<Answer> {
  const answer = await fetch(`${spoor.url}/spoor${path}`, {
    headers: { cookie: `spoor_session=${session}` },
  });
  return (await answer.json()) as Answer;
}

type Wanted = { route: string; names: RegExp[] };

/**
 * Returns Spoor's own trace of the route with spans of these names, or rejects after 30 seconds.
 * Searches by route, as reading traces creates traces too.
 */
async function waitForOwnTrace(
  spoor: Spoor,
  session: string,
  { route, names }: Wanted,
): Promise<TraceJson> {
  const seen = new Set<string>();
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(250)) {
    const { traces } = await read<{ traces: { traceId: string }[] }>(
      spoor,
      session,
      `/traces.json?query=route:${route}`,
    );
    for (const { traceId } of traces) {
      const trace = await read<TraceJson>(spoor, session, `/traces/${traceId}.json`);
      seen.add(trace.spans.map((span) => `${span.service}: ${span.name}`).join(", "));
      if (names.every((name) => trace.spans.some((span) => name.test(span.name)))) return trace;
    }
  }
  throw new Error(
    `No own trace of ${route} has ${names.join(", ")}. Seen:\n${[...seen].join("\n")}`,
  );
}

test("one trace contains a page's request, nested loaders, and queries", async ({
  ownerPage: page,
  spoor,
  session,
  project,
  send,
}) => {
  await send(checkoutError);
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}/tags`);
  const trace = await waitForOwnTrace(spoor, session, {
    route: "/:project/issues/:issue/tags",
    names: [
      /^GET /,
      /loader root/,
      /loader routes\/issues\/layout/,
      /loader routes\/issues\/tags/,
      /issues\.tags/,
    ],
  });
  const named = (name: RegExp) => trace.spans.find((span) => name.test(span.name))!;
  expect(named(/^GET \//)).toMatchObject({
    name: "GET /:project/issues/:issue/tags",
    kind: "server",
  });
  const queries = trace.spans
    .filter((span) => span.name === "issues.tags")
    .map((span) => span.parentSpanId);
  expect(queries, "asked by the page's own loader").toContain(
    named(/loader routes\/issues\/tags/).spanId,
  );
  expect(named(/loader routes\/issues\/tags/).parentSpanId).toBe(named(/^GET \//).spanId);
  expect(trace.routeTree.map((row) => row.routeId)).toEqual(
    expect.arrayContaining(["root", "routes/issues/layout", "routes/issues/tags"]),
  );
  expect(
    trace.routeTree.find((row) => row.routeId === "routes/issues/tags")!.depth,
  ).toBeGreaterThan(trace.routeTree.find((row) => row.routeId === "root")!.depth);
});

test("one trace ID connects a click in the browser to loaders and queries", async ({
  ownerPage: page,
  spoor,
  session,
  project,
  send,
  withScripts,
}) => {
  test.skip(
    !withScripts,
    "without scripts there is no browser half: a click is a document, as above",
  );
  await send(checkoutError);
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  // Browser tracing loads after hydration.
  await page.waitForFunction(() => performance.getEntriesByName("spoor.tracing").length > 0);
  await page
    .getByRole("navigation", { name: "Issue" })
    .getByRole("link", { name: /^Activity/ })
    .click();
  await expect(page).toHaveURL(/\/activity$/);
  const trace = await waitForOwnTrace(spoor, session, {
    route: "/:project/issues/:issue/activity",
    names: [
      /^navigate /,
      /^client loader routes\/issues\/activity/,
      /^GET /,
      /^loader routes\/issues\/activity/,
      /issues\.activity/,
    ],
  });
  const navigation = trace.spans.find((span) => span.name.startsWith("navigate "))!;
  expect(navigation).toMatchObject({
    name: "navigate /:project/issues/:issue/activity",
    parentSpanId: null,
  });
  const services = new Set(trace.spans.map((span) => span.service));
  expect(services.size, "browser and server").toBe(2);
  const ancestors = (id: string): string[] => {
    const span = trace.spans.find((each) => each.spanId === id);
    return span?.parentSpanId ? [span.name, ...ancestors(span.parentSpanId)] : [span?.name ?? "?"];
  };
  const query = trace.spans.find((span) => /issues\.activity/.test(span.name))!;
  expect(ancestors(query.spanId).at(-1)).toBe(navigation.name);
});

test("the document load joins the trace of the request that rendered it", async ({
  ownerPage: page,
  spoor,
  session,
  project,
  withScripts,
}) => {
  test.skip(!withScripts, "without scripts nothing tells of the browser's side");
  await page.goto(`/${project.slug}/issues`);
  await page.waitForLoadState("networkidle");
  const trace = await waitForOwnTrace(spoor, session, {
    route: "/:project/issues",
    names: [/^document load/, /^hydrate/, /^GET \/:project\/issues/],
  });
  const server = trace.spans.find((span) => span.kind === "server")!;
  expect(trace.spans.find((span) => span.name.startsWith("document load"))).toMatchObject({
    parentSpanId: server.spanId,
  });
});

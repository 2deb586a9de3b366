import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processed } from "#tests/harness/requests/processed.ts";
import {
  type ApplicationRow,
  findingsOf,
  isLoad,
  isQuery,
  judgeApplication,
  type RouteJson,
  type Seen,
  writeTable,
} from "#tests/harness/apps/application-table.ts";
import { launchBrowser } from "#tests/harness/browser.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { startShop } from "#tests/harness/apps/other-app.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type RealAppName, realAppNames, startRealApp } from "#tests/harness/apps/real-apps.ts";
import { visitRealApp } from "#tests/harness/apps/real-visit.ts";
import { startUnlinkingProxy } from "#tests/harness/servers/unlinking-proxy.ts";
import { signedIn } from "#tests/harness/people/signed-in.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import type { TraceJson } from "#tests/harness/data/traces.ts";
import { readVitals } from "#tests/harness/data/vitals.ts";

/** Spoor's view of applications with third-party telemetry, visited in a real browser. */
let spoor: Spoor;
let postgres: TestPostgres;
let browser: Browser;
let get: (path: string) => Promise<Response>;
const seen = new Map<AppName, Listing>();
const table = new Map<AppName, ApplicationRow>();
beforeAll(async () => {
  [spoor, postgres, browser] = await Promise.all([startSpoor(), startPostgres(), launchBrowser()]);
  await makeOwner(spoor);
  get = await signedIn(spoor);
  await Promise.all([...realAppNames.map(visit), visitShop()]);
  for (const [name, each] of seen) table.set(name, await judgeApplication(each));
});
afterAll(async () => {
  await browser?.close();
  await postgres?.stop();
  await spoor?.remove();
});

type Listed = {
  traceId: string;
  root: { name: string; title: string; service: string };
  spanCount: number;
};
type Listing = Seen & { listed: Listed[] };
type AppName = RealAppName | "react-router-spoor";

async function visit(name: RealAppName): Promise<void> {
  const project = await makeProject(spoor, name);
  const app = await startRealApp(name, spoor, project, await postgres.create());
  const page = await browser.newPage();
  try {
    await visitRealApp(page, app);
  } finally {
    await page.close();
    await app.stop();
  }
  seen.set(name, { project, ...(await readTraces(project)), routes: await routesOf(project) });
}

/** The shop with our library, for the table of applications. */
async function visitShop(): Promise<void> {
  const project = await makeProject(spoor, "react-router-spoor");
  const shop = await startShop(spoor.url, { key: project.publicKey });
  const page = await browser.newPage();
  try {
    await visitRealApp(page, { ...shop, stop: () => Promise.resolve() }, [
      "open",
      "navigate",
      "submit",
      "search",
      "land",
    ]);
  } finally {
    await page.close();
    shop.stop();
  }
  seen.set("react-router-spoor", {
    project,
    ...(await readTraces(project)),
    routes: await routesOf(project),
  });
}

async function readTraces(project: TestProject): Promise<Pick<Listing, "listed" | "traces">> {
  const listed = await waitForList(project);
  const traces = await Promise.all(
    listed.map(({ traceId }) => read<TraceJson>(project, `/traces/${traceId}.json`)),
  );
  return { listed, traces };
}

async function read<Answer>(project: TestProject, path: string): Promise<Answer> {
  return (await (await project.get(path)).json()) as Answer;
}

/** The list once it stops growing. */
async function waitForList(project: TestProject): Promise<Listed[]> {
  await processed(spoor);
  let last = -1;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(700)) {
    const { traces } = await read<{ traces: Listed[] }>(project, "/traces.json?limit=200");
    const count = traces.reduce((sum, { spanCount }) => sum + spanCount, 0);
    if (count > 0 && count === last) return traces;
    last = count;
  }
  throw new Error("The list of traces did not settle");
}

async function routesOf(project: TestProject): Promise<RouteJson[]> {
  const lists = ["", "?kind=fetch"].map((query) =>
    read<{ routes: RouteJson[] }>(project, `/routes.json${query}`),
  );
  return (await Promise.all(lists)).flatMap(({ routes }) => routes);
}

test.each(realAppNames)(
  "%s reports browser, server, and database in one trace of the page load",
  (name) => {
    const [load] = seen.get(name)!.traces.filter(({ spans }) => spans.some(isLoad));
    const kinds = load!.spans.map(({ kind, service }) => `${service} ${kind}`);
    expect(new Set(load!.spans.map(({ service }) => service)).size).toBe(2);
    expect(kinds).toContainEqual(expect.stringMatching(/ server$/));
  },
);

const urlOf = ({ attributes }: Pick<TraceJson["spans"][number], "attributes">) =>
  String(attributes["url.full"] ?? attributes["url.path"]);

// Sentry's SDK for Remix reports neither the navigation nor its request, so only the server's part
// exists.
test.each(["react-router-sentry", "react-router-opentelemetry"] as const)(
  "%s: a loader that throws `data(404)` is a response in every span",
  (name) => {
    const spans = seen.get(name)!.traces.flatMap((trace) => trace.spans);
    const asked = spans.filter((span) => urlOf(span).includes("/product/unknown"));
    expect(
      asked.filter((span) => span.attributes["http.response.status_code"] === 404),
    ).not.toEqual([]);
    expect(asked.filter(({ status }) => status === "error")).toEqual([]);
  },
);

test("react-router-sentry: a route response in an error boundary is no error", async () => {
  const { project } = seen.get("react-router-sentry")!;
  const issues = await project.issues();
  const titles = issues.map(({ title }) => title);
  expect(titles.filter((title) => title.includes("Object captured"))).toEqual([]);
  const answer = issues.find(({ family }) => family === "route-response");
  expect(answer, titles.join("\n")).toMatchObject({
    title: "ErrorResponse: 404 No such product",
    level: "info",
  });
});

test("culprits are functions or routes, never a catch-all handler or a URL", async () => {
  for (const name of realAppNames) {
    const issues = await seen.get(name)!.project.issues();
    const failed = issues.find(({ title }) => title === "TypeError: The price is not a number");
    expect(failed?.culprit, name).toMatch(/^loader\$\d+ \(|\/shop\/product\/:product/);
    expect(
      issues.filter(({ culprit }) => /\*|\/product\/(?:broken|unknown)/.test(culprit)),
    ).toEqual([]);
  }
});

test("react-router-sentry: a navigation that ends in an error boundary failed", () => {
  const spans = seen.get("react-router-sentry")!.traces.flatMap((trace) => trace.spans);
  const navigations = spans.filter(({ attributes }) => attributes["sentry.op"] === "navigation");
  const failed = navigations.filter(({ status }) => status === "error");
  expect(failed.map(urlOf)).toEqual([expect.stringContaining("/product/broken")]);
});

const reactRouter = ["react-router-sentry", "react-router-opentelemetry"] as const;

const outlineOf = (spans: TraceJson["spans"]) =>
  spans
    .map(({ name, durationMs, critical }) => `${critical ? "* " : ""}${name} ${durationMs}`)
    .join("\n");

test.each(reactRouter)(
  "%s: the critical path of each navigation reaches the server and its query",
  (name) => {
    const navigations = seen.get(name)!.traces.filter(({ spans }) => {
      const asked = spans.filter(
        ({ kind, attributes }) => kind === "client" && /\.data(?:\?|$)/.test(urlOf({ attributes })),
      );
      return asked.length > 0 && spans.some(({ kind }) => kind === "server");
    });
    expect(navigations.length).toBeGreaterThanOrEqual(4);
    for (const { spans } of navigations) {
      const critical = spans.filter((span) => span.critical);
      const servers = new Set(
        spans.filter(({ kind }) => kind === "server").map(({ service }) => service),
      );
      // A request shorter than its handler by clock rounding has no self time, but its work is
      // present.
      expect(
        critical.some(({ service }) => servers.has(service)),
        outlineOf(spans),
      ).toBe(true);
      expect(critical.some(isQuery), outlineOf(spans)).toBe(true);
    }
  },
);

test.each(
  reactRouter.flatMap((name) => [
    [name, "navigation", "/shop/cart"] as const,
    [name, "navigation", "/shop/product/:product/reviews"] as const,
    [name, "submit", "/shop/cart"] as const,
    [name, "fetch", "/shop/cart"] as const,
    [name, "document", "/shop/cart"] as const,
  ]),
)("%s: findings of the %s %s name what it waited for on the server", async (name, kind, route) => {
  const { project, routes } = seen.get(name)!;
  // Plain OpenTelemetry sends no router route, only the path.
  const shown = name === "react-router-opentelemetry" ? route.replace(":product", "kettle") : route;
  const found = routes.find((each) => each.kind === kind && each.route === shown);
  expect(found, JSON.stringify(routes.map((each) => `${each.kind} ${each.route}`))).toBeDefined();
  const { loaders, waits } = await findingsOf(project, found!);
  const named = [
    ...loaders.map(({ routeId, share }) => ({ name: routeId, share })),
    ...waits.map(({ label, share }) => ({ name: label, share })),
  ];
  expect(named.filter(({ share }) => share > 0).map((each) => each.name)).toContainEqual(
    expect.stringMatching(/^\/shop|^routes\/|^SELECT|^INSERT/),
  );
});

test("react-router-opentelemetry: a browser without resource attributes is recognized, and no clock is corrected", () => {
  const { routes, traces } = seen.get("react-router-opentelemetry")!;
  const pages = routes
    .filter(({ kind }) => kind === "document")
    .map(({ service, route }) => `${service} ${route}`);
  expect(pages.toSorted()).toEqual(["shop-web /", "shop-web /shop/cart"]);
  expect(routes.filter(({ kind }) => kind === "task")).toEqual([]);
  const loads = traces.flatMap(({ spans }) => spans.filter((span) => span.name === "documentLoad"));
  expect(loads).toHaveLength(2);
  for (const { startedAt, events } of loads) {
    const { at } = events.find((event) => event.name === "fetchStart")!;
    expect(
      Math.abs(Date.parse(startedAt) - Date.parse(at)),
      "its start is as it was sent",
    ).toBeLessThanOrEqual(1);
  }
});

test("react-router-opentelemetry: a click's trace lasts until its requests are answered", () => {
  const { traces } = seen.get("react-router-opentelemetry")!;
  const clicks = traces.flatMap(({ durationMs, spans }) => {
    const root = spans.find(({ parentSpanId }) => parentSpanId === null);
    if (!root || !/^(?:click|Navigation: )/.test(root.name)) return [];
    const endOf = (span: (typeof spans)[number]) => Date.parse(span.startedAt) + span.durationMs;
    // On a busy machine a request may start after the pause that ends a click's work: those of the
    // handlers count, and those that certainly started before that end.
    const latest = Math.max(Date.parse(root.startedAt) + 100, endOf(root) - 20);
    const requests = spans.filter(
      ({ parentSpanId, kind, startedAt }) =>
        parentSpanId === root.spanId && kind === "client" && Date.parse(startedAt) <= latest,
    );
    return requests.length > 0
      ? [{ durationMs, workMs: Math.max(...requests.map(endOf)) - Date.parse(root.startedAt) }]
      : [];
  });
  expect(clicks.length).toBeGreaterThan(3);
  // The handlers alone take 2 ms; clock correction moves some browser spans by a few milliseconds.
  for (const { durationMs, workMs } of clicks) expect(durationMs).toBeGreaterThan(0.9 * workMs - 2);
});

/** The listed traces of a query, and the page's text. */
async function listedPage(
  project: TestProject,
  query = "",
): Promise<{ text: string; rows: string[] }> {
  const text = await (
    await get(`/${project.slug}/traces?${new URLSearchParams({ query })}`)
  ).text();
  return {
    text,
    rows: [...new Set(text.match(/(?<=\/traces\/)[0-9a-f]{32}(?=[?"])/g))].toSorted(),
  };
}
const idsOf = (all: TraceJson[]) => all.map(({ traceId }) => traceId).toSorted();
const isIdleClick = ({ spans, durationMs }: TraceJson) =>
  spans.length === 1 && spans[0]!.name === "click" && durationMs < 16;
const isDetachedSpan = ({ spans }: TraceJson) =>
  spans.length < 10 &&
  spans.every(({ name }) =>
    /^(?:dns\.lookup|tcp\.connect|pg(?:-pool)?\.connect|middleware - .*)$/.test(name),
  );
const isFileRequest = ({ spans }: TraceJson) => /\.(?:js|css|ico)$/.test(urlOf(spans[0]!));

test.each([
  { kind: "idle", isUnlisted: isIdleClick, words: "interactions without effect", least: 3 },
  { kind: "asset", isUnlisted: isFileRequest, words: "requests for static files", least: 3 },
  {
    kind: "detached",
    isUnlisted: isDetachedSpan,
    words: "detached spans? such as DNS lookups",
    least: 1,
  },
])(
  "react-router-opentelemetry: $words are left out of the list, counted, and found by is:$kind",
  async (unlisted) => {
    const { kind, isUnlisted, words, least } = unlisted;
    const { project, traces } = seen.get("react-router-opentelemetry")!;
    const expected = traces.filter(isUnlisted);
    expect(expected.length).toBeGreaterThanOrEqual(least);
    const [all, only] = [await listedPage(project), await listedPage(project, `is:${kind}`)];
    expect(all.rows).toEqual(
      idsOf(
        traces.filter(
          (each) => !isIdleClick(each) && !isFileRequest(each) && !isDetachedSpan(each),
        ),
      ),
    );
    expect(all.text).toMatch(new RegExp(`>${expected.length} ${words} (?:is|are) not listed`));
    expect(all.text).toMatch(new RegExp(`query=is%3A${kind}"[^>]*>Show</a>`));
    expect(only.rows).toEqual(idsOf(expected));
    expect(only.text).not.toMatch(/(?:is|are) not listed\./);
    const found = async (query: string) =>
      (
        await read<{ traces: Listed[] }>(
          project,
          `/traces.json?limit=200&${new URLSearchParams({ query })}`,
        )
      ).traces.length;
    expect([await found(""), await found(`is:${kind}`), await found(`-is:${kind}`)]).toEqual([
      traces.length,
      expected.length,
      traces.length - expected.length,
    ]);
  },
);

test.each(["react-router-sentry", "remix-sentry"] as const)(
  "%s: a standalone interaction span belongs to its browser and page",
  async (name) => {
    const { project } = seen.get(name)!;
    // Some arrive last; a counted vital's span is in the traces read afterward.
    await waitForList(project);
    const { routes } = await readVitals(project);
    const { traces, listed } = await readTraces(project);
    const reports = traces.flatMap(({ spans }) =>
      spans.filter(({ attributes }) =>
        String(attributes["sentry.op"]).startsWith("ui.interaction."),
      ),
    );
    expect(reports.length).toBeGreaterThan(0);
    expect(new Set(reports.map(({ service }) => service))).toEqual(new Set(["browser"]));
    const alone = new Set(
      traces.filter(({ spans }) => spans.length === 1).map(({ traceId }) => traceId),
    );
    expect(
      listed.filter(({ root, traceId }) => root.name.startsWith("body") && !alone.has(traceId)),
    ).toEqual([]);
    const pages = routes.filter(({ inp }) => inp !== null).map(({ route }) => route);
    // An interaction before its page has a name is unnamed, which a busy machine makes likely.
    const named = pages.filter((page) => page !== "");
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((page) => !page.startsWith("/"))).toEqual([]);
  },
);

test("requests and page loads are named by complete routes, never by URLs", () => {
  for (const [name, { routes }] of seen) {
    const named = routes
      .filter(({ kind }) => kind === "server" || kind === "document")
      .map(({ route }) => route);
    expect(
      named.filter((route) => !/^\/(?:$|assets|shop)/.test(route)),
      name,
    ).toEqual([]);
    expect(named, name).toContain("/shop/cart");
  }
});

test.each(realAppNames)("%s: an issue's event and its trace link to each other", async (name) => {
  const { project, traces } = seen.get(name)!;
  const issues = await project.issues();
  expect(issues).not.toEqual([]);
  for (const issue of issues) {
    const { traceId, spanId } = await project.latestEvent(issue);
    const trace = traces.find((each) => each.traceId === traceId);
    expect(
      trace?.issues.map(({ id }) => id),
      issue.title,
    ).toContain(issue.id);
    const isHere = trace!.spans.some((span) => span.spanId === spanId);
    if (isHere)
      expect(trace!.spans.find((span) => span.spanId === spanId)!.issues).toContain(issue.shortId);
  }
  const linked = new Set(traces.flatMap((trace) => trace.issues.map(({ id }) => id)));
  expect(linked).toEqual(new Set(issues.map(({ id }) => id)));
});

/** Rows of a trace's only route tree as the page shows them. */
const rowsOf = (name: RealAppName, root: string): string[] => {
  const [trace] = seen
    .get(name)!
    .traces.filter(({ routeTree, spans }) => routeTree.length > 0 && spans[0]!.name === root);
  return trace!.routeTree.map(({ depth, routeId, path }) =>
    [`${"  ".repeat(depth)}${routeId}`, ...(path ? [path] : [])].join(" "),
  );
};

test("react-router-sentry: loaders without a route ID are listed separately below their pattern", () => {
  const pattern = "/shop/product/:product/reviews";
  expect(rowsOf("react-router-sentry", pattern)).toEqual([
    "routes/shop",
    pattern,
    ...[1, 2, 3, 4].map((number) => `  ${pattern} loader ${number} of 4`),
  ]);
});

test("remix-sentry: routes nest by ID, with the loaders and actions that ran", () => {
  const rows = seen.get("remix-sentry")!.traces.flatMap(({ routeTree }) => routeTree);
  const deepest = rows.find(({ routeId }) => routeId === "routes/shop.product.$product.reviews")!;
  expect(deepest).toMatchObject({ depth: 3, path: "/shop/product/:product/reviews" });
  const ran = new Set(
    rows.flatMap(({ routeId, steps }) => steps.map(({ kind }) => `${kind} ${routeId}`)),
  );
  expect([...ran].toSorted()).toEqual([
    "action routes/shop.cart",
    ...["root", "routes/shop", "routes/shop.cart", "routes/shop.product.$product"].map(
      (id) => `loader ${id}`,
    ),
    ...["routes/shop.product.$product.reviews", "routes/shop.search"].map((id) => `loader ${id}`),
  ]);
});

test.each(realAppNames)(
  "%s: trace lists name requests by method and route in each format",
  async (name) => {
    const { project, listed } = seen.get(name)!;
    for (const { root } of listed) expect(root.title).not.toMatch(/^[A-Z]+(?:$| https?:)/);
    const written = await (await project.get("/traces.md?limit=200")).text();
    expect(written).not.toMatch(/`[A-Z]+(?: https?:[^`]*)?` of/);
  },
);

test("remix-sentry: the waterfall names each loader by its route", async () => {
  const { project, traces } = seen.get("remix-sentry")!;
  const loading = traces.find(({ spans }) => spans.filter(isLoader).length > 1)!;
  const written = await (await project.get(`/traces/${loading.traceId}.md`)).text();
  for (const { attributes } of loading.spans.filter(isLoader))
    expect(written).toContain(`loader.remix ${String(attributes["match.route.id"])} (`);
});

const isLoader = ({ attributes }: TraceJson["spans"][number]) =>
  attributes["sentry.op"] === "loader.remix";

const textOf = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]*>/g, "");
const pageOf = async (project: TestProject, traceId: string) =>
  (await get(`/${project.slug}/traces/${traceId}`)).text();

test("remix-sentry: the page explains that a navigation and its requests are separate traces", async () => {
  const { project, traces } = seen.get("remix-sentry")!;
  const navigations = traces.filter(
    ({ spans }) => spans[0]!.attributes["sentry.op"] === "navigation",
  );
  expect(navigations.length).toBeGreaterThanOrEqual(4);
  for (const { traceId, spans } of navigations) {
    const previous = (spans[0]!.links as { traceId: string }[])[0]!.traceId;
    // A page leaves out related traces that a busy machine doesn't find in time.
    await expect
      .poll(async () => textOf(await pageOf(project, traceId)), { message: spans[0]!.name })
      .toContain("The server part of this navigation is in the previous trace: GET /shop");
    expect(await pageOf(project, traceId)).toContain(`/traces/${previous}"`);
    await expect
      .poll(async () => textOf(await pageOf(project, previous)))
      .toMatch(/\d requests? for data in this trace belongs? to later navigations\./);
  }
});

test("react-router-sentry, react-router-opentelemetry: joined traces mention no missing half", async () => {
  for (const name of reactRouter) {
    const { project, traces } = seen.get(name)!;
    for (const { traceId } of traces.filter(({ spans }) => spans.length > 1))
      expect(textOf(await pageOf(project, traceId))).not.toMatch(
        /The server part|without a trace header|later navigations/,
      );
  }
});

test.each([
  ["react-router-sentry", "sentry-trace and baggage meta tags", "tracePropagationTargets"],
  ["react-router-opentelemetry", "traceparent meta tag", "FetchInstrumentation"],
] as const)(
  "%s without trace propagation: the page names what is missing",
  async (name, meta, header) => {
    const project = await makeProject(spoor, `${name}-apart`);
    const app = await startRealApp(name, spoor, project, await postgres.create());
    const proxy = await startUnlinkingProxy(app.url);
    const page = await browser.newPage();
    try {
      await page.goto(`${proxy.url}/shop/cart`, { waitUntil: "networkidle" });
      await visitRealApp(page, { ...app, url: proxy.url }, ["search"]);
    } finally {
      await page.close();
      proxy.stop();
      await app.stop();
    }
    const listed = await waitForList(project);
    const said = async () => {
      const pages = await Promise.all(
        listed.map(async ({ traceId }) => textOf(await pageOf(project, traceId))),
      );
      return pages.flatMap(
        (text) =>
          text.match(/(?:The server part|This data request)[^"\\]*?(?=Route tree|Waterfall)/g) ??
          [],
      );
    };
    await expect
      .poll(said, { interval: 500 })
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(
            new RegExp(
              `^The server part of this page load is in a separate trace: GET /shop/cart\\. .*${meta}`,
            ),
          ),
          expect.stringMatching(new RegExp(`without a trace header.*${header}`)),
        ]),
      );
  },
);

test.each(realAppNames)(
  "%s: a route tree has no repeated row, and idle routes block nothing",
  (name) => {
    for (const { routeTree } of seen.get(name)!.traces) {
      const rows = routeTree.filter(({ routeId }) => routeId.includes(" loader "));
      expect(new Set(rows.map(({ routeId, startedAt }) => `${routeId} ${startedAt}`)).size).toBe(
        rows.length,
      );
      for (const { steps, blockedMs } of routeTree)
        if (steps.length === 0) expect(blockedMs).toBe(0);
    }
  },
);

test("self times are between zero and the duration in every span", () => {
  for (const { traces } of seen.values())
    for (const { selfMs, durationMs, name } of traces.flatMap(({ spans }) => spans)) {
      expect(selfMs, name).toBeGreaterThanOrEqual(0);
      expect(selfMs, name).toBeLessThanOrEqual(durationMs);
    }
});

test.each([...realAppNames, "react-router-spoor"] as const)(
  "the table of supported applications: %s",
  (name) => {
    const { routeTree, criticalPath, findings, names, vitals } = table.get(name)!;
    expect({ routeTree, criticalPath, findings, names, vitals }, writeTable(table)).toEqual(
      expectedRows[name],
    );
  },
);

const allOf = (least: number) => ({
  right: expect.toSatisfy((right) => right >= least),
  of: expect.anything(),
  wrong: [],
});
const none = { right: 0, of: 0, wrong: [] };

/** The most that each SDK provides. */
const expectedRows: { [name in AppName]: unknown } = {
  "react-router-spoor": {
    routeTree: allOf(10),
    criticalPath: allOf(2),
    findings: allOf(5),
    names: allOf(5),
    vitals: ["lcp", "inp", "cls", "fcp", "ttfb", "hydration"],
  },
  "react-router-sentry": {
    routeTree: allOf(10),
    criticalPath: allOf(4),
    findings: allOf(5),
    names: allOf(5),
    vitals: expect.arrayContaining(["lcp", "fcp", "ttfb"]),
  },
  // It has no loaders or route patterns: a product's name is an ordinary path segment.
  "react-router-opentelemetry": {
    routeTree: none,
    criticalPath: allOf(4),
    findings: allOf(5),
    names: expect.anything(),
    vitals: [],
  },
  // Sentry's SDK for Remix starts a navigation after its data arrived, so it contains no server
  // request.
  "remix-sentry": {
    routeTree: allOf(10),
    criticalPath: none,
    findings: allOf(5),
    names: allOf(5),
    vitals: expect.arrayContaining(["lcp", "fcp", "ttfb"]),
  },
};

test.each(realAppNames)("%s: lazy route discovery is no trace and no request", (name) => {
  const roots = seen.get(name)!.traces.map(({ spans }) => spans[0]!);
  expect(
    roots.filter((span) => urlOf(span).includes("__manifest")).map((span) => span.name),
  ).toEqual([]);
  const onServers = seen
    .get(name)!
    .traces.flatMap(({ spans }) => spans.filter(({ kind }) => kind === "server"));
  expect(onServers.filter((span) => urlOf(span).includes("__manifest"))).toEqual([]);
});

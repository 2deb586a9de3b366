import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let project: TestProject;
let cookie: string;

const chrome = { browser: { name: "Chrome", version: "131.0" } };
const thrown = (type: string, value: string, handled: boolean) => ({
  exception: { values: [{ type, value, mechanism: { type: "generic", handled } }] },
});
const events: Record<string, unknown>[] = [
  {
    ...thrown("TypeError", "x is undefined", false),
    contexts: chrome,
    environment: "production",
    release: "web@1.4.2",
  },
  {
    ...thrown("TypeError", "x is undefined", false),
    environment: "staging",
    release: "web@1.5.0",
    user: { id: "42" },
  },
  {
    message: "payment failed",
    level: "fatal",
    transaction: "POST /checkout",
    tags: { plan: "pro" },
    release: "web@1.4.2",
  },
  {
    exception: {
      values: [
        { type: "SocketError", value: "pool of 10 is empty" },
        {
          type: "TimeoutError",
          value: "query took 5 s",
          stacktrace: {
            frames: [
              { filename: "app/db/pool.ts", function: "Pool.take", lineno: 3, in_app: true },
              {
                filename: "node_modules/express/router.js",
                function: "handle",
                lineno: 9,
                in_app: false,
              },
            ],
          },
        },
      ],
    },
    user: { id: "7", email: "ida@x.example" },
    tags: { "http.status_code": "503" },
    request: { url: "https://x.example/orders?page=2" },
    transaction: "GET /orders",
    contexts: {
      trace: { trace_id: "4bf92f3577b34da6a3ce929d0e0e4736", span_id: "00f067aa0ba902b7" },
      os: { name: "Linux" },
    },
  },
  { message: "cache is cold", level: "warning", transaction: "/cart", tags: { plan: "free" } },
];

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  for (const [at, event] of events.entries()) {
    await sendEnvelope(
      spoor,
      project,
      envelopeOf({ event_id: `${at}`.padStart(32, "a"), ...event }),
    );
  }
  await project.waitForIssues(4, 5);
  const answer = await post("/login", owner);
  cookie = answer.headers.get("set-cookie")!.split(";", 1)[0]!;
});
afterAll(() => spoor.remove());

const post = (path: string, fields: Record<string, string>) =>
  fetch(spoor.url + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers: cookie ? { cookie } : {},
  });
const page = async (path: string) =>
  (await fetch(spoor.url + path, { headers: { cookie } })).text();
const titles = async (query: string) =>
  (await project.issues(query)).map(({ value }) => value).toSorted();

const [undefinedX, payment, cache] = ["x is undefined", "payment failed", "cache is cold"];
const query = "query took 5 s";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

test.each<[query: string, expected: string[]]>([
  ["is:unhandled", [undefinedX]],
  ["is:handled level:>=error", [payment, query]],
  ["!level:[fatal,warning]", [query, undefinedX]],
  ["environment:production environment:staging", [undefinedX]],
  ["release:1.4.2", [payment, undefinedX]],
  ["release:latest", [undefinedX]],
  ["first-release:1.4.*", [payment, undefinedX]],
  ["browser:Chrome*", [undefinedX]],
  ["browser.name:Chrome", [undefinedX]],
  ["browser.name:chrome plan:[FREE,PRO]", []],
  ["browser.name:chrome", [undefinedX]],
  ["plan:PRO", [payment]],
  ["user.email:IDA@X.example", ["query took 5 s"]],
  ["user:ida@x.example", [query]],
  ["user:[42,7]", [query, undefinedX]],
  ["environment:Production", [undefinedX]],
  ["plan:[pro,free] -failed", [cache]],
  ["!has:plan", [query, undefinedX]],
  ["has:user", [query, undefinedX]],
  ["route:/checkout", [payment]],
  ["times-seen:>1", [undefinedX]],
  ["users:0", [cache, payment]],
  ["first-seen:-1h last-seen:-1h", [cache, payment, query, undefinedX]],
  ["first-seen:+1h", []],
  ["assigned:none TypeError: x is undefined", [undefinedX]],
  ["assigned:me", []],
  ["!cache !undefined !SHOP-3", [payment]],
  ['!"is cold" -(TypeError undefined) !took', [payment]],
  ["pay*fail*", [payment]],
  ["NOT level:error", [cache, payment]],
  ["not (plan:pro OR has:release)", [cache, query]],
  ["tags[plan]:PRO", [payment]],
  ["(payment failed)", [payment]],
])("%s", async (query, expected) => expect(await titles(query)).toEqual(expected));

test.each([
  "error.type:TimeoutError",
  "error.type:socketerror",
  "message:*10*empty",
  "title:pool",
  "stack.filename:pool.ts",

  "stack.filename:app/db/*",
  "stack.function:Pool.take",
  "stack.function:take",
  "user.id:7",
  "user.email:ida@x.example",
  "ida@x.example",
  "http.url:*/orders",
  "transaction:*orders",
  "os:Linux",
  `trace:${traceId}`,
  "http.status_code:>=500",
  "has:user.email",
  "pool.ts take",
  "pool.take TimeoutError /orders",
  "SHOP-3",
  "error.type:Nope OR (user.id:7 level:error)",
  "!(has:plan OR has:release)",
  "has:stack.filename !release:web@*",
])("%s finds the issue of a failed query", async (query) => {
  expect((await project.issues(query)).map(({ type }) => type)).toEqual(["TimeoutError"]);
});

test.each([
  ["error.tpe:x", "Did you mean error.type:?", "error.tpe:x"],
  ["is:open sttus:500", "No event has the key “sttus”.", "sttus:500"],
  ["emial:x", "No event has the key “emial”. Did you mean “user.email”?", "emial:x"],
  [
    "status:500",
    "To find responses by HTTP status, search traces for http.response.status_code:500.",
    "status:500",
  ],
  ["plna:pro", "No event has the key “plna”. Did you mean “plan”?", "plna:pro"],
  ["!has:type", "No event has the key “type”. Did you mean “error.type”?", "!has:type"],
  ["is:new OR (plan:pro", "The closing parenthesis is missing.", "(plan:pro"],
])("%s explains the error and its position", async (query, sentence, part) => {
  const answer = await project.get(`/issues.json?${new URLSearchParams({ query })}`);
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as { detail: string }).detail).toContain(sentence);
  expect(await page(`/shop/issues?${new URLSearchParams({ query })}`)).toContain(
    `<mark>${part}</mark>`,
  );
});

test("trace search names unknown keys as a page, JSON, and Markdown", async () => {
  await sendTrace(
    spoor,
    project,
    `
    GET /cart 0-90 server plan=pro`,
  );
  const asked = (query: string) => new URLSearchParams({ query });
  for (const [query, sentence] of [
    ["cart durtion:>3", "No trace has the key “durtion”. Did you mean “duration”?"],
    ["foo.bar:1", "No trace has the key “foo.bar”."],
    ["has:error", "No trace has the key “error”. Did you mean “status:error”?"],
    [
      "is:error",
      "Unknown value for is:. Supported: idle, asset, detached. Did you mean “status:error”?",
    ],
    ["is:slow", "Did you mean “duration:&gt;1s”?"],
  ] as const) {
    for (const form of ["json", "md"]) {
      const answer = await project.get(`/traces.${form}?${asked(query)}`);
      expect(answer.status).toBe(422);
      expect(((await answer.json()) as { detail: string }).detail).toContain(
        sentence.replace("&gt;", ">"),
      );
    }
    const html = await page(`/shop/traces?${asked(query)}`);
    expect(html).toContain(sentence);
    expect(html).toContain(`<mark>${query.replace("cart ", "").replace(">", "&gt;")}</mark>`);
  }
  for (const query of ["plan:pro", "!nowhere (cart)", "c*rt duration:<3s", "has:plan"])
    expect(
      ((await (await project.get(`/traces.json?${asked(query)}`)).json()) as { traces: object[] })
        .traces,
    ).toHaveLength(1);
});

/** Suggested searches of the page's links; help links are examples. */
const insteadOf = (html: string): string[] =>
  [
    ...html
      .replace(/<dl class="search-help">.*?<\/dl>/s, "")
      .matchAll(/[?&;]q(?:uery)?=([^"&]*)[^"]*"[^>]*><code>/g),
  ].map(([, query]) => decodeURIComponent(query!.replaceAll("+", " ")));

test.each([
  ["plna:pro", "plan:pro"],
  ["!has:user.emial", "!has:user.email"],
  ["cold levl:warning", "cold level:warning"],
  ["is:unresovled", "is:unresolved"],
  ["tags[plna]:pro", "plan:pro"],
  ["NOT plna:pro", "NOT plan:pro"],
  ["NOT level:eror", "NOT level:error"],
  ["sdk.name:sentry.python.django", "platform:python"],
])("%s is corrected by a link", async (query, corrected) => {
  expect(insteadOf(await page(`/shop/issues?${new URLSearchParams({ query })}`))).toContain(
    corrected,
  );
});

test.each([
  ["environment:prod", "environment:production"],
  ["is:unresolved release:web@9.9", "is:unresolved release:web@1.5.0"],
  ["route:/chekout", "route:/checkout"],
  ["assigned:mirra plan:pro", `assigned:${owner.email} plan:pro`],
  ["plan:pr OR plan:prro", "plan:pro OR plan:prro"],
  ["browser:Chorme", "browser:Chrome"],
  ["user:ida", "user:ida@x.example"],
  ["error.type:TypeEror", "error.type:TypeError"],
  ["https://x.example/orders?page=2", 'url:"https://x.example/orders"'],
  ["level:error https://other.example/orders", 'level:error transaction:"GET /orders"'],
])("%s finds nothing and suggests %s", async (query, corrected) => {
  const html = await page(`/shop/issues?${new URLSearchParams({ query })}`);
  expect(html).toContain("No issues match");
  expect(insteadOf(html)).toContain(corrected);
});

test("existing values are not corrected, and unlike values are not suggested", async () => {
  for (const query of [
    "environment:staging plan:pro",
    "environment:nowhere",
    "!environment:prod plan:none",
  ])
    expect(await page(`/shop/issues?${new URLSearchParams({ query })}`)).not.toContain(
      "Did you mean",
    );
});

test("an issue's events are searched by tag; unknown keys and values are corrected", async () => {
  const [issue] = await project.issues("ida@x.example");
  const events = (query: string) =>
    page(`/shop/issues/${issue!.shortId}/events?${new URLSearchParams({ query })}`);
  for (const query of [
    "user:ida@x.example",
    "user.email:IDA@x.example",
    "user:7",
    "os:Linux",
    "http.status_code:503",
  ])
    expect(await events(query), query).toContain(`/events/${"3".padStart(32, "a")}"`);
  const unknown = await events("ussr:7");
  expect(unknown).toContain("No event of this issue has the key “ussr”. Did you mean “user”?");
  expect(insteadOf(unknown)).toEqual(["user:7"]);
  expect(insteadOf(await events("os:Linus"))).toEqual(["os:Linux"]);
});

test("an issue's events are searched like issues, event by event", async () => {
  const [issue] = await project.issues("is:unhandled");
  const search = (query: string) =>
    page(`/shop/issues/${issue!.shortId}/events?${new URLSearchParams({ query })}`);
  const found = async (query: string) =>
    [...(await search(query)).matchAll(/\/events\/a{31}(\d)[?"]/g)]
      .map(([, last = ""]) => last)
      .toSorted();
  const all = ["0", "1"];
  for (const [query, expected] of [
    ["environment:production browser:Chrome*", ["0"]],
    ["!environment:production", ["1"]],
    ["environment:[production,staging]", all],
    ["environment:prod*", ["0"]],
    ["has:user", ["1"]],
    ["!has:user", ["0"]],
    ["release:1.4.2", ["0"]],
    ["release:latest", ["1"]],
    ["!release:latest", ["0"]],
    ["handled:false", all],
    ["is:unhandled", all],
    ["handled:no level:error undefined", all],
    ["environment:production OR user:42", all],
    ["(environment:production OR user:42) !browser:Chrome*", ["1"]],
    ["web@1.5", ["1"]],
    [`${"a".repeat(31)}1`, ["1"]],
    ["defined -web@1.4*2", ["1"]],
    ["!plan:pro", all],
    ["NOT environment:production", ["1"]],
    ["browser:chrome", ["0"]],
    ['"browser":"Chrome 131.0"', ["0"]],
    ["environment:Production", ["0"]],
    ["user:42", ["1"]],
    ["user:id:42", ["1"]],
    ["handled:no", all],
  ] as const)
    expect(await found(query), query).toEqual(expected);
});

test("an event search explains keys that only issues have", async () => {
  const [issue] = await project.issues("is:unhandled");
  const search = (query: string) =>
    page(`/shop/issues/${issue!.shortId}/events?${new URLSearchParams({ query })}`);
  const html = await search("undefined is:unresolved");
  expect(html).toContain("is: searches issues, not the events of an issue.");
  expect(html).toContain('href="/shop/issues?query=undefined+is%3Aunresolved"');
  expect(await search("!plan:pro OR plna:pro")).toContain(
    "No event of this issue has the key “plna”.",
  );
  const prod = await search("environment:prod");
  expect(insteadOf(prod)).toContain("environment:production");
  expect(prod).toContain("<code>environment:production</code>");
});

test("the all-projects field reports unknown keys and finds a user", async () => {
  const search = (q: string) => page(`/search?${new URLSearchParams({ q })}`);
  const [issue] = await project.issues("ida@x.example");
  expect(await search("ida@x.example")).toContain(`/shop/issues/${issue!.shortId}"`);
  const unknown = await search("emial:ida@x.example");
  expect(unknown).toContain("Did you mean “user.email”?");
  expect(insteadOf(unknown)).toEqual(["user.email:ida@x.example"]);
  expect(insteadOf(await search("environment:prod"))).toEqual(["environment:production"]);
});

test("a trace search without results suggests existing values", async () => {
  const search = (query: string) => page(`/shop/traces?${new URLSearchParams({ query })}`);
  expect(insteadOf(await search("plan:prp"))).toContain("plan:pro");
  expect(insteadOf(await search("is:slow"))).toContain("duration:>1s");
  expect(insteadOf(await search("status:500"))).toContain("http.response.status_code:500");
});

test.each([
  ["duration:>100ms", "duration:>100ms"],
  ["is:unresolved status:error", "status:error"],
  ["spans:5", "spans:5"],
])("%s is a trace search", async (typed, traces) => {
  const link = `href="/shop/traces?${new URLSearchParams({ query: traces })}"`;
  expect(await page(`/shop/issues?${new URLSearchParams({ query: typed })}`)).toContain(link);
  expect(await page(`/search?${new URLSearchParams({ q: typed })}`)).toContain(link);
});

test("state tabs have no counts during a search", async () => {
  const textOf = async (query: string) =>
    (await page(`/shop/issues?query=${query}`)).replace(/<[^>]*>/g, "");
  expect(await textOf("is:unresolved")).toMatch(/Unresolved \d/);
  expect(await textOf("is:unresolved+plan:pro")).not.toMatch(/Unresolved \d/);
});

test("the search help links every key", async () => {
  const html = await page("/shop/issues?query=");
  for (const key of [
    "error.type:",
    "stack.filename:",
    "user.email:",
    "http.url:",
    "trace:",
    "times-seen:",
  ])
    expect(html).toMatch(new RegExp(`<code>!?${key}`));
});

test("assigned:me means the caller", async () => {
  const [issue] = await project.issues("plan:pro");
  await post(`/shop/issues/${issue!.shortId}`, { intent: "assign", to: owner.email });
  expect(await titles("assigned:me")).toEqual([payment]);
  expect(await titles(`assigned:${owner.email}`)).toEqual([payment]);
  await post(`/shop/issues/${issue!.shortId}`, { intent: "assign", to: "" });
  expect(await titles("assigned:me")).toEqual([]);
});

test("an invalid query is 422 in JSON and marked at its term on the page", async () => {
  const answer = await project.get("/issues.json?query=plan:pro%20levl:error");
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    detail: expect.stringContaining("Did you mean level:?"),
  });
  const html = await page("/shop/issues?query=plan:pro%20levl:error");
  expect(html).toContain("<mark>levl:error</mark>");
  expect(html).toContain('aria-describedby="query-error"');
});

test("facets show counted values as links that add or remove a term", async () => {
  const html = await page("/shop/issues?query=");
  expect(html).toContain('<option value="environment:production">');
  expect(html).toContain('<option value="plan:">');
  expect(html).toMatch(/href="[^"]*query=plan%3Apro[^"]*"/);
  const narrowed = await page("/shop/issues?query=level:fatal");
  expect(narrowed).toMatch(
    /aria-current="true"[^>]*href="[^"]*query="|href="[^"]*query="[^>]*aria-current="true"/,
  );
});

test("a term completes with the project's values", async () => {
  const suggested = async (prefix: string) => {
    const answer = await project.get(`/issues/suggestions.json?${new URLSearchParams({ prefix })}`);
    return ((await answer.json()) as { suggestions: string[] }).suggestions;
  };
  expect(await suggested("is:re")).toEqual(["is:regressed", "is:resolved"]);
  expect(await suggested("!plan:p")).toEqual(["!plan:pro"]);
  expect(await suggested("pl")).toEqual(["platform:", "plan:"]);
  expect(await suggested("env")).toEqual(["environment:"]);
  expect(await suggested("release:web")).toEqual(["release:web@1.4.2", "release:web@1.5.0"]);
  expect(await suggested("browser:chrome")).toEqual(['browser:"Chrome 131.0"']);
  expect(await suggested("assigned:m")).toEqual(["assigned:me", `assigned:${owner.email}`]);
});

test("searches are saved, set as default, and removed", async () => {
  const path = "/shop/issues/searches";
  const wrong = await post(path, { intent: "save", name: "Odd", query: "levl:error" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Did you mean level:?");
  const saved = await post(path, {
    intent: "save",
    name: "Money",
    query: "plan:pro",
    sort: "events",
    shared: "yes",
  });
  expect(saved.headers.get("location")).toBe("/shop/issues?query=plan%3Apro&sort=events");
  expect(
    (await post(path, { intent: "save", name: "Money", query: "", shared: "yes" })).status,
  ).toBe(422);
  const id = /name="search" value="(\d+)"/.exec(await page(path))![1]!;
  expect((await post(path, { intent: "default", search: id })).status).toBe(303);
  const first = await fetch(`${spoor.url}/shop/issues`, {
    headers: { cookie },
    redirect: "manual",
  });
  expect(first.headers.get("location")).toBe("/shop/issues?query=plan%3Apro&sort=events");
  expect((await post(path, { intent: "rename", search: id, name: "" })).status).toBe(422);
  expect((await post(path, { intent: "rename", search: id, name: "Cash" })).status).toBe(303);
  expect(await page("/shop/issues?query=")).toContain(">Cash</a>");
  expect((await post(path, { intent: "remove", search: id })).status).toBe(303);
  expect((await post(path, { intent: "remove", search: id })).status).toBe(404);
  expect(
    (await fetch(`${spoor.url}/shop/issues`, { headers: { cookie }, redirect: "manual" })).status,
  ).toBe(200);
});

test("the all-projects field links to the full issue list", async () => {
  const other = await makeProject(spoor, "zoo");
  for (const [at, animal] of ["ant", "bear", "cat", "dog", "emu", "fox"].entries()) {
    const event = { event_id: `${at}`.padStart(32, "b"), message: `zebra meets ${animal}` };
    await sendEnvelope(spoor, other, envelopeOf(event));
  }
  await other.waitForIssues(6, 6);
  expect(await page("/search?q=zebra")).toContain('href="/zoo/issues?query=zebra"');
  expect(await page("/search?q=meets+fox")).not.toContain('href="/zoo/issues?query=');
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiCalls } from "#server/http/api/routes.ts";
import { dataRoutes } from "#server/http/data/routes.ts";
import { addressOf } from "#tests/harness/requests/address.ts";
import {
  hostileForms,
  hostileHeaders,
  hostileTexts,
  queryFields,
  meaninglessForms,
} from "#tests/harness/requests/hostile-requests.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  type RawAnswer,
  rawRequest,
  type RawRequest,
} from "#tests/harness/requests/raw-request.ts";
import { readRouteTable } from "#tests/harness/requests/route-table.ts";
import { startTwoProjects, type TwoProjects } from "#tests/harness/data/two-projects.ts";

// Sends requests that no honest client sends to every endpoint: each gets a refusal or a page, none
// a 500, nothing is logged as an error, and the internal project has no issue.

const pages = (await readRouteTable()).filter(({ isPage, path }) => isPage && path !== "/logout");
const calls = apiCalls.filter(({ method }) => method !== "GET");
const doors = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/mcp",
  "/favicon.svg",
  "/assets/none.js",
  "/v1/traces",
  "/tunnel",
];
const ingest = [
  "/api/1/envelope/",
  "/api/1/store/",
  "/api/1/security/",
  "/api/1/nel/",
  "/api/1/cron/a/b/",
  "/v1/logs",
];

describe.each(["SQLite", "PostgreSQL"])("%s", (engine) => {
  let postgres: TestPostgres | undefined;
  let world: TwoProjects;
  let session: Record<string, string>;
  let token: Record<string, string>;
  beforeAll(async () => {
    postgres = engine === "PostgreSQL" ? await startPostgres() : undefined;
    world = await startTwoProjects(postgres ? { DATABASE_URL: await postgres.create() } : {});
    session = await world.people.session(world.people.users.owner);
    token = await world.people.token(world.people.users.owner, ["org:admin"]);
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await postgres?.stop();
  });

  const named = (path: string) =>
    addressOf(path, {
      ...world.own,
      "share/:token": "no-such",
      ":token": "no-such",
      ":deletion": "no-such",
      "*": "no-such",
      ":org": "spoor",
      ":version": "alpha@1.0",
    });
  const dataOf = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);
  const ask = async (asked: RawRequest): Promise<RawAnswer> => {
    const headers = asked.target.startsWith("/api/0") ? token : session;
    return rawRequest(world.spoor.url, { ...asked, headers: { ...headers, ...asked.headers } });
  };

  /** The email page answers 503 without a mail server. */
  async function expectNoFault(requests: RawRequest[]): Promise<RawAnswer[]> {
    const answers: RawAnswer[] = [];
    for (let at = 0; at < requests.length; at += 8)
      answers.push(...(await Promise.all(requests.slice(at, at + 8).map(ask))));
    const failed = answers.flatMap(({ status }, at) =>
      status === 0 || status === 500 ? [requests[at]!] : [],
    );
    expect(failed.map(({ method = "GET", target }) => `${method} ${target.slice(0, 150)}`)).toEqual(
      [],
    );
    expect(world.spoor.output()).not.toContain('"level":"error"');
    return answers;
  }

  test("hostile queries to every page and JSON endpoint", { timeout: 120_000 }, async () => {
    const paths = [...pages, ...dataRoutes].map(({ path }) => named(path));
    const requests = paths.flatMap((path) =>
      // Fields validated together would hide the others.
      [
        queryFields,
        queryFields.filter((field) => !["since", "until", "cursor", "limit"].includes(field)),
      ].flatMap((fields) =>
        ["%00", "%ED%A0%80", "99999999999999999999999", "-1"].map((text) => ({
          target: `${path}?${fields.map((field) => `${field}=${text}`).join("&")}`,
        })),
      ),
    );
    await expectNoFault(requests);
  });

  test("invalid cursors and offsets are refused and named on pages and in JSON", async () => {
    const lists = ["issues", "traces", "releases", "monitors", "routes", "feedback"];
    for (const [field, text] of [
      ["since", "yesterday-ish"],
      ["until", "2026-13-45"],
      ["cursor", "x"],
    ])
      for (const list of lists) {
        const page = await ask({ target: `/alpha/${list}?${field}=${text}` });
        expect([list, page.status, page.body]).toEqual([
          list,
          400,
          expect.stringContaining(`${field} is “${text}”`),
        ]);
      }
  });

  test("hostile segments of every path", { timeout: 120_000 }, async () => {
    const patterns = [...pages, ...dataRoutes, ...apiCalls].map(({ path }) => path);
    const paths = patterns.flatMap((pattern) =>
      [...pattern.matchAll(/:\w+|\*\w*/g)].flatMap(([part]) =>
        hostileTexts.map((text) => named(pattern.replace(part, () => text))),
      ),
    );
    const answers = await expectNoFault(paths.map((target) => ({ target })));
    const broken = paths.flatMap((path, at) =>
      /%(?![0-9a-f]{2})|%ED|%E0/i.test(path) ? [answers[at]!.status] : [],
    );
    expect(new Set(broken)).toEqual(new Set([400]));
  });

  test("bodies other than forms to every page", { timeout: 120_000 }, async () => {
    // The upload page parses its own body, and the not-found page would match instead of a project.
    const others = ["routes/settings/source-maps", "routes/front/not-found"];
    const taking = pages.filter(({ hasAction, id }) => hasAction && !others.includes(id));
    const targets = taking.flatMap(({ path, isIndex }) => {
      const query = isIndex ? "?index" : "";
      return [named(path) + query, dataOf(named(path)) + query];
    });
    for (const { name: _, status, ...form } of hostileForms) {
      const answers = await expectNoFault(
        targets.map((target) => ({ method: "POST", target, ...form })),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
      if (status === 415)
        expect(answers[0]!.body).toMatch(/Use (?:application\/x-www-form-urlencoded|identity)/);
    }
  });

  test("invalid forms to every page that deletes nothing", { timeout: 120_000 }, async () => {
    const targets = pages
      .filter(({ path }) => !/delete|remove/.test(path))
      .map(({ path }) => named(path));
    await expectNoFault(
      targets.flatMap((target) =>
        meaninglessForms.map((form) => ({ method: "POST", target, ...form })),
      ),
    );
  });

  test("hostile bodies to the API", { timeout: 60_000 }, async () => {
    const json = { "Content-Type": "application/json" };
    const texts = ['{"version":"a\\u0000b"', '{"version":"\\ud800"', '{"version":"alpha@1.0"'].map(
      (start) =>
        `${start},"projects":["alpha"],"environment":"\\u0000p","ref":"\\ud800","url":"\\u0000","name":"\\ud800",
        "commits":[{"id":"\\u0000","message":"\\ud800","timestamp":"\\u0000"}],"dateReleased":"\\u0000"}`,
    );
    const targets = calls.map(({ method, path }) => ({ method, target: named(path) }));
    const readable = texts.flatMap((body) =>
      targets.map((each) => ({ ...each, headers: json, body })),
    );
    await expectNoFault([
      ...readable,
      ...targets.flatMap((each) => hostileForms.map((form) => ({ ...each, ...form }))),
    ]);
    const releases = { target: "/api/0/organizations/spoor/releases/", method: "POST" };
    const refused = await ask({ ...releases, headers: { "Content-Type": "text/csv" }, body: "a" });
    const detail = "The content type “text/csv” is not supported. Use application/json.";
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      415,
      { detail, code: "unsupported", causes: [] },
    ]);
    const broken = await ask({ ...releases, headers: json, body: "[" });
    expect([broken.status, JSON.parse(broken.body)]).toMatchObject([400, { code: "malformed" }]);
  });

  test("unsupported methods", { timeout: 120_000 }, async () => {
    const paths = pages.map(({ path }) => named(path));
    const targets = [
      ...paths,
      ...paths.map(dataOf),
      ...[...dataRoutes, ...apiCalls].map(({ path }) => named(path)),
      ...doors,
      ...ingest,
    ];
    const methods = ["PATCH", "DELETE", "TRACE", "PROPFIND", "QUERY"];
    const requests = targets.flatMap((target) => methods.map((method) => ({ method, target })));
    const answers = await expectNoFault(requests);
    const odd = answers.flatMap(({ status, headers }, at) =>
      status === 405 && headers["allow"]
        ? []
        : [`${status} ${requests[at]!.method} ${requests[at]!.target}`],
    );
    expect(odd).toEqual([]);
  });

  test("invalid cookies and headers", { timeout: 60_000 }, async () => {
    const targets = [
      "/",
      "/login",
      "/login/code",
      "/alpha/issues",
      "/alpha/issues.data",
      "/alpha/issues.json",
      "/setup",
    ];
    const all = [...targets, "/api/0/", "/favicon.svg", "/metrics"];
    await expectNoFault(
      all.flatMap((target) => hostileHeaders.map((headers) => ({ target, headers }))),
    );
  });

  test("U+0000 in a search finds nothing and is explained", async () => {
    for (const text of ["%00", "a%00b", "%ED%A0%80"]) {
      const data = await ask({ target: `/alpha/issues.json?query=${text}` });
      expect(JSON.parse(data.body)).toMatchObject({ issues: [] });
      const page = await ask({ target: `/alpha/traces?query=${text}` });
      expect([page.status, page.body]).toEqual([200, expect.stringContaining("No traces match")]);
    }
  });

  test("the internal project has no issue from any of this", async () => {
    const { body } = await ask({ target: "/spoor/issues.json" });
    expect(JSON.parse(body)).toEqual({ issues: [], next: null });
  });
});

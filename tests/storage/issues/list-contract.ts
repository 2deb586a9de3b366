import { beforeEach, expect, test } from "vitest";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { StateTerm } from "#server/domain/search/issue-query.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { type IssueFilter, issueSorts } from "#server/storage/issues/issue-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import {
  digestSamples,
  everyPage,
  hourMs,
  newProject,
  noon,
  type Sample,
} from "#tests/storage/sample.ts";

const samples: Sample[] = [
  {
    issue: "cart",
    name: "1",
    at: noon - 9 * hourMs,
    type: "TypeError",
    value: "x is undefined",
    culprit: "GET /cart",
  },
  { issue: "cart", name: "2", at: noon - hourMs, environment: "production", user: "u" },
  { issue: "cart", name: "3", at: noon - hourMs, environment: "staging", user: "v" },
  {
    issue: "dé",
    name: "4",
    at: noon - 3 * hourMs,
    type: "",
    value: "Überlauf 100% im Puffer",
    level: "warning",
    user: "u",
  },
  {
    issue: "db",
    name: "5",
    at: noon - 2 * hourMs,
    type: "DbError",
    value: "no such_table",
    environment: "staging",
  },
  { issue: "db", name: "6", at: noon - 2 * hourMs, environment: "staging" },
  {
    issue: "boom",
    name: "7",
    at: noon,
    value: "quote \" and \\ '",
    level: "fatal",
    environment: "production",
  },
];

const standings: Record<string, IssueState> = {
  db: { state: "ignored", at: noon, until: { kind: "forever" } },
  boom: { state: "open", substate: "regressed" },
  dé: { state: "resolved", at: noon, in: { kind: "now" } },
};

export function issueListContract(bench: Bench): void {
  let project: Project;
  let names: Map<number, string>;

  beforeEach(async () => {
    project = await newProject(bench.store);
    // A neighbor with the same issues, none of which may be listed.
    await digestSamples(bench.store, await newProject(bench.store), samples);
    const issues = await digestSamples(bench.store, project, samples);
    names = new Map([...issues].map(([name, { id }]) => [id, name]));
    await bench.store.issues.transition(
      project.id,
      [...names.keys()] as Issue["id"][],
      ({ id }) => {
        const state = standings[names.get(id)!];
        return (
          state && {
            state,
            activity: { issueId: id, at: noon, by: { kind: "system" }, what: { kind: "ongoing" } },
          }
        );
      },
    );
  });

  type Asked = Partial<Omit<IssueFilter, "query">> & {
    states?: StateTerm[];
    levels?: string[];
    words?: string[];
  };

  const filterOf = ({ states = [], levels = [], words = [], ...rest }: Asked): IssueFilter => ({
    projectId: project.id,
    query: { states, levels, words },
    sort: "last-seen",
    limit: 50,
    ...rest,
  });
  const listed = async (asked: Asked) =>
    (await bench.store.issues.list(filterOf(asked))).rows.map(({ id }) => names.get(id));

  test("sorts put the greatest first, and the newer issue first among equals", async () => {
    expect(await listed({})).toEqual(["boom", "cart", "db", "dé"]);
    expect(await listed({ sort: "first-seen" })).toEqual(["boom", "db", "dé", "cart"]);
    expect(await listed({ sort: "events" })).toEqual(["cart", "db", "boom", "dé"]);
    expect(await listed({ sort: "users" })).toEqual(["cart", "dé", "boom", "db"]);
  });

  test("rows are complete issues", async () => {
    const { rows } = await bench.store.issues.list(filterOf({ words: ["cart"] }));
    expect(rows).toEqual([await bench.store.issues.find(project.id, { id: rows[0]!.id })]);
  });

  test.each<[StateTerm[], string[]]>([
    [["open"], ["boom", "cart"]],
    [["new"], ["cart"]],
    [["ongoing"], []],
    [
      ["regressed", "ignored"],
      ["boom", "db"],
    ],
    [
      ["resolved", "new"],
      ["cart", "dé"],
    ],
    [
      ["open", "new", "resolved", "ignored"],
      ["boom", "cart", "db", "dé"],
    ],
  ])("states %j", async (states, expected) => expect(await listed({ states })).toEqual(expected));

  test.each<[string[], string[]]>([
    [["typeerror"], ["cart"]],
    [["UNDEFINED", "/cart"], ["cart"]],
    [["undefined", "boom"], []],
    [["ÜBERLAUF"], ["dé"]],
    [["0% i"], ["dé"]],
    [["such_"], ["db"]],
    [["such%"], []],
    [["x"], ["cart"]],
    [["er"], ["boom", "cart", "db", "dé"]],
    [["\" and \\ '"], ["boom"]],
    [["AND", "NOT"], []],
  ])("words %j", async (words, expected) => expect(await listed({ words })).toEqual(expected));

  test("levels: one or several; an unknown level finds nothing", async () => {
    expect(await listed({ levels: ["fatal"] })).toEqual(["boom"]);
    expect(await listed({ levels: ["fatal", "warning"] })).toEqual(["boom", "dé"]);
    expect(await listed({ levels: ["loud"] })).toEqual([]);
  });

  test("a list can be limited to given issues", async () => {
    const idsOf = (...wanted: string[]) =>
      [...names].flatMap(([id, name]) => (wanted.includes(name) ? [id as Issue["id"]] : []));
    expect(await listed({ ids: idsOf("db", "boom") })).toEqual(["boom", "db"]);
    expect(await listed({ ids: idsOf("db", "boom"), states: ["open"] })).toEqual(["boom"]);
    expect(await listed({ ids: [] })).toEqual([]);
  });

  test("times: last seen since, first seen until, also within an environment", async () => {
    expect(await listed({ since: noon - 2 * hourMs })).toEqual(["boom", "cart", "db"]);
    expect(await listed({ until: noon - 3 * hourMs, sort: "first-seen" })).toEqual(["dé", "cart"]);
    expect(await listed({ since: noon - hourMs, until: noon - hourMs, sort: "users" })).toEqual([
      "cart",
    ]);
    expect(await listed({ environment: "staging" })).toEqual(["cart", "db"]);
    expect(await listed({ environment: "production", until: noon - 2 * hourMs })).toEqual([]);
    expect(await listed({ environment: "nowhere" })).toEqual([]);
  });

  test("an issue's text is that of its newest event", async () => {
    await digestSamples(bench.store, project, [{ issue: "cart", name: "8", value: "y is null" }]);
    expect(await listed({ words: ["undefined"] })).toEqual([]);
    expect(await listed({ words: ["y is null"] })).toEqual(["cart"]);
  });

  test("counts of tabs follow filters and every change", async () => {
    const { counts } = bench.store.issues;
    expect(await counts(project.id)).toEqual({
      open: 2,
      new: 1,
      regressed: 1,
      ignored: 1,
      resolved: 1,
      all: 4,
    });
    expect(await counts(project.id, "staging")).toEqual({
      open: 1,
      new: 1,
      regressed: 0,
      ignored: 1,
      resolved: 0,
      all: 2,
    });
    await digestSamples(bench.store, project, [
      { issue: "boom", name: "9", environment: "staging" },
    ]);
    expect(await counts(project.id, "staging")).toEqual({
      open: 2,
      new: 1,
      regressed: 1,
      ignored: 1,
      resolved: 0,
      all: 3,
    });
    expect(await counts(project.id, "nowhere")).toEqual({
      open: 0,
      new: 0,
      regressed: 0,
      ignored: 0,
      resolved: 0,
      all: 0,
    });
  });

  test("paging shows every issue once, in order, over ties, in every sort", async () => {
    const more = Array.from({ length: 23 }, (_, n) => ({
      issue: `tie ${n}`,
      name: `tie ${n}`,
      at: noon,
    }));
    await digestSamples(bench.store, project, more);
    for (const sort of issueSorts) {
      const filter = filterOf({ sort });
      const whole = (await bench.store.issues.list(filter)).rows.map(({ id }) => id);
      const paged = await everyPage((cursor) =>
        bench.store.issues.list({ ...filter, limit: 4, ...(cursor && { cursor }) }),
      );
      expect(
        paged.map(({ id }) => id),
        sort,
      ).toEqual(whole);
      expect(whole).toHaveLength(27);
    }
  });

  /** Results of a query as typed. */
  const found = async (text: string, asked: Partial<IssueFilter> = {}) => {
    const parsed = parseIssueQuery(text);
    if ("problem" in parsed) throw new Error(parsed.detail);
    return (
      await bench.store.issues.list({ ...filterOf({}), query: parsed.query, now: noon, ...asked })
    ).rows.map(({ id }) => names.get(id));
  };

  test.each<[query: string, expected: string[]]>([
    ["!is:resolved", ["boom", "cart", "db"]],
    ["!is:regressed", ["cart", "db", "dé"]],
    ["is:open !is:[new,regressed]", []],
    ["!level:error", ["boom", "dé"]],
    ["level:>=error -undefined", ["boom", "db"]],
    ["is:assigned", []],
    ["is:unassigned is:handled is:regressed", ["boom"]],
    ["is:unhandled", []],
    ["environment:staging", ["cart", "db"]],
    ["environment:[staging,prod*]", ["boom", "cart", "db"]],
    ["!environment:staging", ["boom", "dé"]],
    ["environment:nowhere", []],
    ["route:/cart", ["cart"]],
    ['route:"GET /cart"', ["cart"]],
    ["route:/ca*", ["cart"]],
    ["route:/ca", []],
    ["route:/CART", ["cart"]],
    ["route:/CA*", ["cart"]],
    ["!route:/CART", ["boom", "db", "dé"]],
    ["!route:/cart", ["boom", "db", "dé"]],
    ["times-seen:>2", ["cart"]],
    ["times-seen:2..3", ["cart", "db"]],
    ["users:0", ["boom", "db"]],
    ["has:user", ["cart", "dé"]],
    ["!has:user", ["boom", "db"]],
    ["last-seen:-2h", ["boom", "cart", "db"]],
    ["last-seen:+2h", ["db", "dé"]],
    ["last-seen:<2h", ["boom", "cart", "db"]],
    ["age:>4h", ["cart"]],
    ["events:>2", ["cart"]],
    ["first-seen:-4h last-seen:+1h", ["db", "dé"]],
    ["first-seen:>=2026-11-21T10:00 first-seen:<2026-11-21T12:00", ["db"]],
    ["first-seen:2026-11-21", ["boom", "cart", "db", "dé"]],
    ["first-seen:>2026-11-21", []],
    ["first-seen:<=2026-11-20", []],
  ])("%s", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
    expect(await found(query, { sort: "users" }), "in another order").toHaveLength(expected.length);
  });

  test("tags: values, alternatives, patterns, keys, and negation; neighbors' tags stay separate", async () => {
    const tagged = (
      issue: string,
      name: string,
      tags: [string, string][],
      release?: string,
    ): Sample => ({
      issue,
      name,
      tags: release === undefined ? tags : [...tags, ["release", release]],
      ...(release !== undefined && { release }),
    });
    const more = [
      tagged("cart", "a", [["browser", "Chrome 131"]], "web@1.4.2"),
      tagged("cart", "b", [["browser", "Fire fox"]], "web@1.5.0"),
      tagged(
        "db",
        "c",
        [
          ["browser", "Chrome 9"],
          ["odd key", "a*b"],
        ],
        "api@7.1.0",
      ),
      tagged("boom", "d", [["odd key", ""]]),
    ];
    await digestSamples(bench.store, project, more);
    await digestSamples(bench.store, await newProject(bench.store), [
      tagged("x", "e", [["browser", "Opera"]]),
    ]);
    const findings: [query: string, expected: string[]][] = [
      ['browser:"Chrome 9"', ["db"]],
      ["browser:Chrome*", ["db", "cart"]],
      ['browser:[*9,"Fire fox"]', ["db", "cart"]],
      ['browser:Chrome* browser:"Fire fox"', ["cart"]],
      ["!browser:Chrome*", ["boom", "dé"]],
      ["browser:Opera", []],
      ['browser:"chrome 9"', ["db"]],
      ["browser:CHROME*", ["db", "cart"]],
      ['!browser:"FIRE FOX"', ["boom", "db", "dé"]],
      ["environment:STAGING", ["cart", "db"]],
      ["environment:[Prod*]", ["boom", "cart"]],
      ["release:WEB@1.4.2", ["cart"]],
      ["release:Web@*", ["cart"]],
      ["has:browser", ["db", "cart"]],
      ["!has:browser", ["boom", "dé"]],
      ['"odd key":"a*b"', ["db"]],
      ['"odd key":""', ["boom"]],
      ['"odd key":*', ["boom", "db"]],
      ["release:1.4.2", ["cart"]],
      ["release:web@1.4.2", ["cart"]],
      ["release:web@*", ["cart"]],
      ["release:latest", ["db", "cart"]],
      ["!release:latest", ["boom", "dé"]],
      ["first-release:1.4.*", ["cart"]],
      ["first-release:latest", ["db"]],
    ];
    for (const [query, expected] of findings) {
      expect(new Set(await found(query)), query).toEqual(new Set(expected));
    }
    const { terms } = bench.store.issues;
    expect(await terms(project.id, { limit: 2 })).toEqual([
      { text: "browser", issues: 2 },
      { text: "odd key", issues: 2 },
    ]);
    expect(await terms(project.id, { key: "browser", prefix: "chrome", limit: 9 })).toEqual([
      { text: "Chrome 131", issues: 1 },
      { text: "Chrome 9", issues: 1 },
    ]);
  });

  test("OR and parentheses combine searches with states, levels, bounds, and tags, also negated", async () => {
    const findings: [query: string, expected: string[]][] = [
      ["is:regressed OR is:resolved", ["boom", "dé"]],
      ["(typeerror OR such_table) users:>0", ["cart"]],
      ["level:fatal OR (environment:staging users:0)", ["boom", "db"]],
      ["!(level:fatal OR environment:staging)", ["dé"]],
      ["is:open !(is:new)", ["boom"]],
      ["times-seen:>2 OR first-seen:<=2026-11-20", ["cart"]],
      ["(typeerror OR (quote level:fatal)) OR überlauf", ["boom", "cart", "dé"]],
      ["plan:pro OR level:warning", ["dé"]],
    ];
    for (const [query, expected] of findings) {
      expect(await found(query), query).toEqual(expected);
      expect(await found(query, { sort: "users" }), `${query} in another order`).toHaveLength(
        expected.length,
      );
      const parsed = parseIssueQuery(query);
      if ("problem" in parsed) throw new Error(parsed.detail);
      const filter = { projectId: project.id, query: parsed.query, now: noon };
      expect(await bench.store.issues.countMatching(filter, 50), query).toBe(expected.length);
    }
  });

  test("words can be negated by ! or -, have wildcards, and be grouped", async () => {
    await digestSamples(bench.store, project, [
      { issue: "db", name: "r", tags: [["release", "api@7.1.0"]] },
    ]);
    const findings: [query: string, expected: string[]][] = [
      ["!typeerror", ["boom", "db", "dé"]],
      ['!"no such_table" !"im puffer"', ["boom", "cart"]],
      ["tabl*", ["db"]],
      ["*eerro*", ["cart"]],
      ["UNDEF*ed", ["cart"]],
      ["no*tab*e", ["db"]],
      ["typeerror*undefined", []],
      ["*5*such", []],
      ["!x*undefined", ["boom", "db", "dé"]],
      ["api@*.1", ["db"]],
      ["such*table OR 100*puffer", ["db", "dé"]],
      ["(undefined)", ["cart"]],
      ["( x undefined )", ["cart"]],
      ["!(such_table no)", ["boom", "cart", "dé"]],
    ];
    for (const [query, expected] of findings) {
      expect(new Set(await found(query)), query).toEqual(new Set(expected));
      expect(await found(query, { sort: "users" }), `${query} in another order`).toHaveLength(
        expected.length,
      );
    }
  });

  test("text search covers types and messages of the chain, files, functions, and modules", async () => {
    const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
    await digestSamples(bench.store, project, [
      {
        issue: "cart",
        name: "l",
        type: "TypeError",
        value: "x is undefined",
        culprit: "GET /cart",
        searched: lines(
          "\u0003TypeError",
          "\u0003RangeError",
          "\u0004pool of 10 is empty",
          "\u0001app/routes/Cart.tsx",
          "\u0002Cart.addItem",
          "\u0005shop.cart",
        ),
      },
      {
        issue: "db",
        name: "m",
        type: "DbError",
        value: "no such_table",
        searched: lines("\u0001db/100%_cart.tsx"),
      },
    ]);
    const findings: [query: string, expected: string[]][] = [
      ["error.type:typeerror", ["cart"]],
      ["error.type:[RangeError,DbError]", ["cart", "db"]],
      ["error.type:Range*", ["cart"]],
      ["error.type:Error", ["boom"]],
      ["!error.type:*Error", ["dé"]],
      ["message:undefined", ["cart"]],
      ['message:"OF 10"', ["cart"]],
      ["message:pool*empty", ["cart"]],
      ["message:GET", []],
      ["stack.filename:app/routes/cart.tsx", ["cart"]],
      ["stack.filename:Cart.tsx", ["cart"]],
      ["stack.filename:art.tsx", []],
      ["stack.filename:*art.tsx", ["cart", "db"]],
      ["stack.filename:db/*", ["db"]],
      ['stack.filename:"100%_cart.tsx"', ["db"]],
      ["stack.filename:1000_cart.tsx", []],
      ["stack.function:additem", ["cart"]],
      ["stack.function:Cart.*", ["cart"]],
      ["stack.module:cart", ["cart"]],
      ["has:stack.filename", ["cart", "db"]],
      ["!has:stack.function", ["boom", "db", "dé"]],
      ["empty rangeerror cart.tsx", ["cart"]],
    ];
    for (const [query, expected] of findings)
      expect(new Set(await found(query)), query).toEqual(new Set(expected));
    await digestSamples(bench.store, project, [
      {
        issue: "cart",
        name: "n",
        at: noon + 1,
        type: "TypeError",
        value: "x is undefined",
        culprit: "GET /cart",
        searched: "\u0001b.ts\n",
      },
    ]);
    expect(await found("stack.filename:cart.tsx"), "of its newest event").toEqual([]);
    expect(await found("stack.filename:b.ts")).toEqual(["cart"]);
  });

  test("words match releases and short IDs", async () => {
    const tags: [string, string][] = [["release", "Web@1.4.2"]];
    await digestSamples(bench.store, project, [
      { issue: "cart", name: "r", tags, release: "Web@1.4.2" },
    ]);
    const [id] = [...names].find(([, name]) => name === "db")!;
    const { shortId } = (await bench.store.issues.find(project.id, { id: id as Issue["id"] }))!;
    expect(await found("web@1.4")).toEqual(["cart"]);
    expect(await found("1.4.2 cart")).toEqual(["cart"]);
    expect(await found("-1.4.2"), "a number with a minus").toEqual([]);
    expect(await found('-"1.4.2"')).toHaveLength(3);
    expect(await found(shortId.toLowerCase())).toEqual(["db"]);
    expect(await found(`${shortId} OR 1.4.2`)).toEqual(["cart", "db"]);
    expect(await found(`issue:${shortId}`)).toEqual(["db"]);
    expect(await found(`!issue:${shortId}`)).toHaveLength(3);
    expect(await found("issue:SHOP-999")).toEqual([]);
  });

  test("an email address finds its user's issues by any tag", async () => {
    const tagged = (issue: string, name: string, tag: [string, string]): Sample => ({
      issue,
      name,
      tags: [tag],
    });
    await digestSamples(bench.store, project, [
      tagged("cart", "m1", ["user", "email:mira@example.com"]),
      tagged("db", "m2", ["user.email", "mira@example.com"]),
      tagged("boom", "m3", ["user", "id:other@example.com"]),
    ]);
    expect(await found("mira@example.com")).toEqual(["db", "cart"]);
    expect(await found("Mira@Example.com")).toEqual(["db", "cart"]);
    expect(await found("other@example.com")).toEqual(["boom"]);
    expect(await found("-mira@example.com")).toHaveLength(2);
    expect(await found("mira@example.com undefined")).toEqual(
      await found("user:mira@example.com undefined"),
    );
    expect(await found("mira@example.org")).toEqual([]);
  });

  test("keys that cover several tags, numeric tags, and traces of issues", async () => {
    await digestSamples(bench.store, project, [
      {
        issue: "cart",
        name: "s",
        tags: [
          ["browser", "Chrome 131"],
          ["browser.name", "Chrome"],
          ["http.status_code", "503"],
        ],
      },
      {
        issue: "db",
        name: "t",
        tags: [
          ["user", "id:7"],
          ["user.email", "ida@x.example"],
          ["http.status_code", "404"],
        ],
      },
      {
        issue: "boom",
        name: "u",
        tags: [
          ["user", "email:ben@x.example"],
          ["http.status_code", "none"],
        ],
      },
    ]);
    const findings: [query: string, expected: string[]][] = [
      ["browser:Chrome", ["cart"]],
      ['browser:"Chrome 131"', ["cart"]],
      ["!browser:Chrome", ["boom", "db", "dé"]],
      ["user.id:7", ["db"]],
      ["user.email:[ida@x.example,ben@x.example]", ["boom", "db"]],
      ["user.email:*@x.example", ["boom", "db"]],
      ["user:7", ["db"]],
      ["user:ida@x.example", ["db"]],
      ["user:*@x.example", ["boom", "db"]],
      ["!user:IDA@x.example", ["boom", "cart", "dé"]],
      ["has:user.email", ["boom", "db"]],
      ["has:user.id", ["db"]],
      ["http.status_code:>=500", ["cart"]],
      ["http.status_code:<500", ["db"]],
      ["!http.status_code:>0", ["boom", "dé"]],
      ["platform:node", ["boom", "cart", "db", "dé"]],
      ["platform:py*", []],
    ];
    for (const [query, expected] of findings)
      expect(new Set(await found(query)), query).toEqual(new Set(expected));
    const issues = [...names].flatMap(([id, name]) => (name === "db" ? [id as Issue["id"]] : []));
    const term = { kind: "trace" as const, traces: ["a".repeat(32)], issues, negated: false };
    const query = { states: [], levels: [], words: [], terms: [term] };
    const { rows } = await bench.store.issues.list({ ...filterOf({}), query });
    expect(rows.map(({ id }) => id)).toEqual(issues);
  });

  test("facets count matches by value", async () => {
    await digestSamples(bench.store, project, [
      {
        issue: "cart",
        name: "f",
        tags: [
          ["plan", "pro"],
          ["release", "web@2"],
        ],
        release: "web@2",
      },
      {
        issue: "boom",
        name: "g",
        tags: [
          ["plan", "free"],
          ["url", "/x"],
        ],
      },
      { issue: "db", name: "h", tags: [["plan", "pro"]] },
    ]);
    const query = { states: ["open", "ignored"] as StateTerm[], levels: [], words: [] };
    const facets = await bench.store.issues.facets(
      { projectId: project.id, query, now: noon },
      { issues: 3, values: 5 },
    );
    expect(facets).toEqual({
      issues: 3,
      isAll: true,
      levels: [
        { text: "error", issues: 2 },
        { text: "fatal", issues: 1 },
      ],
      environments: [
        { text: "production", issues: 2 },
        { text: "staging", issues: 2 },
      ],
      releases: [{ text: "web@2", issues: 1 }],
      assignees: [],
      unassigned: 3,
      tags: [
        {
          key: "plan",
          values: [
            { text: "pro", issues: 2 },
            { text: "free", issues: 1 },
          ],
        },
      ],
    });
    const few = await bench.store.issues.facets(
      { projectId: project.id, query, now: noon },
      { issues: 2, values: 5 },
    );
    expect(few).toMatchObject({ issues: 2, isAll: false });
  });

  test("assigned: to me, no assignee, a name, or an email address", async () => {
    const { people } = bench.store;
    const made = await people.create({
      email: "Ida@x.example",
      name: "Ida Odd",
      role: "member",
      passwordHash: "",
      createdAt: noon,
    });
    if (made === "taken") throw new Error("The address is taken");
    const [id] = [...names].find(([, name]) => name === "boom")!;
    await bench.store.issues.transition(project.id, [id as Issue["id"]], (issue) => ({
      state: issue.state,
      assignee: made.id,
      activity: {
        issueId: issue.id,
        at: noon,
        by: { kind: "system" },
        what: { kind: "assigned", to: made.id },
      },
    }));
    for (const query of [
      "assigned:me",
      "assigned:ida@X.example",
      'assigned:"ida odd"',
      "assigned:ida*",
      "is:assigned",
    ]) {
      expect(await found(query, { viewer: made.id }), query).toEqual(["boom"]);
    }
    expect(await found("assigned:me")).toEqual([]);
    expect(await found("assigned:none")).toEqual(["cart", "db", "dé"]);
    expect(await found("assigned:[none,me]", { viewer: made.id })).toEqual([
      "boom",
      "cart",
      "db",
      "dé",
    ]);
    expect(await found("!assigned:me", { viewer: made.id })).toEqual(["cart", "db", "dé"]);
  });

  test("a page that ends the list has no next page", async () => {
    expect((await bench.store.issues.list(filterOf({ limit: 4 }))).next).toBeUndefined();
    expect((await bench.store.issues.list(filterOf({ limit: 3 }))).next).toBeDefined();
  });

  test.each(["x", "W10", "bnVsbA", Buffer.from('["1",2,3]').toString("base64url"), "💥"])(
    "an invalid cursor (%s) shows the first page",
    async (cursor) => expect(await listed({ cursor, limit: 1 })).toEqual(["boom"]),
  );

  test("a cursor of another sort is ignored", async () => {
    const { next } = await bench.store.issues.list(filterOf({ limit: 1 }));
    expect(await listed({ cursor: next!, limit: 1, sort: "events" })).toEqual(["cart"]);
  });
}

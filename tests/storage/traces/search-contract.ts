import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { TermTest, TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, everyPage, newProject, noon } from "#tests/storage/sample.ts";
import { digestTraces, termsOf, traceFilter, traceIdOf, type TraceSample } from "./trace-sample.ts";

const noQuery: TraceQuery = { terms: [], words: [] };

type Asked = Parameters<typeof traceFilter>[1];

export function traceSearchContract(bench: Bench): void {
  /** Names of the results, and the number of traces whose spans were read. */
  async function search(projectId: ProjectId, names: string[], asked: Asked) {
    const { filter, reads } = traceFilter(projectId, asked);
    const rows = await everyPage((cursor) =>
      bench.store.traces.list({ ...filter, ...(cursor && { cursor }) }),
    );
    const nameOf = new Map(names.map((name) => [traceIdOf(name), name]));
    const found = rows.map(({ traceId }) => nameOf.get(traceId)!);
    return { found, read: reads.count };
  }

  test("search by summary fields: environment, time, duration, failure, words of the root's name", async () => {
    const { id } = await newProject(bench.store);
    const samples: TraceSample[] = [
      { trace: "slow", durationMs: 500, name: "GET /Cart" },
      { trace: "failed", errors: 2, name: "POST /cart/items", environment: "prod" },
      { trace: "early", startedAt: noon - 9_000, environment: "test" },
    ];
    await digestTraces(bench.store, id, samples);
    const find = async (asked: Asked) =>
      (
        await search(
          id,
          samples.map(({ trace }) => trace),
          asked,
        )
      ).found;
    expect(await find({ environment: "prod" })).toEqual(["failed"]);
    expect(await find({ environment: "none" })).toEqual([]);
    expect(await find({ since: noon - 8_000 })).toEqual(["failed", "slow"]);
    expect(await find({ until: noon - 8_000 })).toEqual(["early"]);
    expect(await find({ since: noon, until: noon + 1 })).toEqual([]);
    expect(await find({ durationMs: { atLeast: 500 } })).toEqual(["slow"]);
    expect(await find({ durationMs: { atMost: 20 } })).toEqual(["failed", "early"]);
    expect(await find({ failed: true })).toEqual(["failed"]);
    expect(await find({ failed: false })).toEqual(["slow", "early"]);
    expect(await find({ words: ["CART"] })).toEqual(["failed", "slow"]);
    expect(await find({ words: ["cart", "post"], failed: true })).toEqual(["failed"]);
  });

  const click: TraceSample = { trace: "", name: "click", kind: "internal", durationMs: 1 };

  test("idle interactions are left out and counted, or found alone", async () => {
    const { id } = await newProject(bench.store);
    const samples: TraceSample[] = [
      { ...click, trace: "idle 1", attributes: ["service=web"] },
      { trace: "load", attributes: ["service=web"] },
      { ...click, trace: "idle 2" },
      { ...click, trace: "failed", errors: 1 },
      { ...click, trace: "long", durationMs: 16 },
      { ...click, trace: "led on", spans: 2 },
      { ...click, trace: "served", kind: "server" },
      { ...click, trace: "idle 3", name: "keydown" },
    ];
    await digestTraces(bench.store, id, samples);
    const names = samples.map(({ trace }) => trace);
    const find = async (asked: Asked) => (await search(id, names, asked)).found;
    const others = ["served", "led on", "long", "failed", "load"];
    const idle = ["idle 3", "idle 2", "idle 1"];
    expect(await find({})).toEqual(names.toReversed());
    expect(await find({ idle: false })).toEqual(others);
    expect(await find({ idle: false, limit: 2 })).toEqual(others);
    expect(await find({ idle: true })).toEqual(idle);
    expect(await find({ idle: true, terms: termsOf("service=web") })).toEqual(["idle 1"]);
    expect(await find({ idle: true, sort: "duration" })).toEqual(idle);
    expect(
      await find({
        any: [
          {
            queries: [
              { ...noQuery, idle: true },
              { ...noQuery, failed: true },
            ],
            negated: false,
          },
        ],
      }),
    ).toEqual(["idle 3", "failed", "idle 2", "idle 1"]);
    const leftOut = async (asked: Asked) =>
      (await bench.store.traces.list(traceFilter(id, { idle: false, ...asked }).filter)).leftOut;
    expect(await leftOut({})).toEqual({ idle: 3 });
    expect(await leftOut({ terms: termsOf("service=web") })).toEqual({ idle: 1 });
    expect(await leftOut({ words: ["key"] })).toEqual({ idle: 1 });
    expect(await leftOut({ failed: true })).toBeUndefined();
    expect((await leftOut({ sort: "spans" }))?.idle).toBeGreaterThan(0);
    // Each page counts the omitted traces between its own rows.
    const pages: number[] = [];
    for (let cursor: string | undefined, page = 0; page < 9; page++) {
      const { filter } = traceFilter(id, { idle: false, limit: 2, ...(cursor && { cursor }) });
      const found = await bench.store.traces.list(filter);
      pages.push(found.leftOut?.idle ?? 0);
      cursor = found.next;
      if (cursor === undefined) break;
    }
    expect(pages).toEqual([1, 0, 2]);
  });

  const script: TraceSample = { trace: "", name: "GET", route: "/assets/entry.js", spans: 3 };

  test("requests for static files are left out and counted, or found alone", async () => {
    const { id } = await newProject(bench.store);
    const samples: TraceSample[] = [
      { ...script, trace: "icon", route: "/favicon.ico", attributes: ["service=web"] },
      { trace: "page", attributes: ["service=web"] },
      { ...click, trace: "idle" },
      { ...script, trace: "failed", errors: 1 },
      { ...script, trace: "called", kind: "client" },
      { ...script, trace: "loaded", isDocument: true },
      { ...script, trace: "large", spans: 21 },
      { ...script, trace: "uploaded", name: "PUT /logo.png", route: "/logo.png" },
      { ...script, trace: "data", route: "/cart.json" },
      { ...script, trace: "hashed", route: "/assets/:id.CSS" },
      { ...script, trace: "script" },
    ];
    await digestTraces(bench.store, id, samples);
    const names = samples.map(({ trace }) => trace);
    const find = async (asked: Asked) => (await search(id, names, asked)).found;
    const assets = ["script", "hashed", "icon"];
    const others = names.filter((name) => !assets.includes(name)).toReversed();
    expect(await find({ asset: false })).toEqual(others);
    expect(await find({ asset: false, limit: 2 })).toEqual(others);
    expect(await find({ asset: true })).toEqual(assets);
    expect(await find({ asset: true, idle: false })).toEqual(assets);
    expect(await find({ asset: true, terms: termsOf("service=web") })).toEqual(["icon"]);
    expect(new Set(await find({ asset: true, sort: "spans" }))).toEqual(new Set(assets));
    expect(await find({ asset: true, idle: true })).toEqual([]);
    const any = [
      {
        queries: [
          { ...noQuery, asset: true },
          { ...noQuery, failed: true },
        ],
        negated: false,
      },
    ];
    expect(await find({ any })).toEqual(["script", "hashed", "failed", "icon"]);
    const leftOut = async (asked: Asked) =>
      (await bench.store.traces.list(traceFilter(id, asked).filter)).leftOut;
    expect(await leftOut({ idle: false, asset: false })).toEqual({ idle: 1, asset: 3 });
    expect(await leftOut({ idle: false })).toEqual({ idle: 1 });
    expect(await leftOut({ asset: true, idle: false })).toBeUndefined();
    expect((await leftOut({ asset: false, sort: "duration" }))?.asset).toBeGreaterThan(0);
  });

  test("spans outside any request are left out and counted, or found alone", async () => {
    const { id } = await newProject(bench.store);
    const samples: TraceSample[] = [
      { trace: "lookup", name: "dns.lookup", kind: "internal" },
      { trace: "layer", name: "middleware - patched", kind: "internal" },
      { trace: "failed", name: "tcp.connect", kind: "internal", errors: 1 },
      { trace: "long", name: "tcp.connect", kind: "internal", spans: 11 },
      { trace: "job", name: "nightly cleanup", kind: "internal" },
      { trace: "connection", name: "pg-pool.connect", kind: "client", spans: 3 },
    ];
    await digestTraces(bench.store, id, samples);
    const names = samples.map(({ trace }) => trace);
    const find = async (asked: Asked) => (await search(id, names, asked)).found;
    expect(await find({ detached: true })).toEqual(["connection", "layer", "lookup"]);
    expect(await find({ detached: false, idle: false })).toEqual(["job", "long", "failed"]);
    const { leftOut } = await bench.store.traces.list(
      traceFilter(id, { detached: false, asset: false }).filter,
    );
    expect(leftOut).toEqual({ detached: 3 });
  });

  test("an interaction is listed once its requests have arrived", async () => {
    const { id } = await newProject(bench.store);
    const { filter } = traceFilter(id, { idle: false });
    await digestTraces(bench.store, id, [{ ...click, trace: "click" }]);
    expect((await bench.store.traces.list(filter)).rows).toEqual([]);
    await digestTraces(bench.store, id, [{ trace: "click", name: "GET /cart", rank: 0 }]);
    expect((await bench.store.traces.list(filter)).rows).toHaveLength(1);
  });

  test("values of any case are found from the index without reading others", async () => {
    const { id } = await newProject(bench.store);
    const many = Array.from({ length: 1_100 }, (_, n): TraceSample => ({
      trace: `${n}`,
      attributes: [`shop.id=S${n}x`],
    }));
    await digestTraces(bench.store, id, [
      { trace: "a", attributes: ["plan=Pro", "order.id=ab12"] },
      { trace: "b", attributes: ["plan=PRO", "order.id=AB12"] },
      { trace: "c", attributes: ["plan=free"] },
      ...many,
    ]);
    const names = ["a", "b", "c"];
    const find = (...texts: string[]) =>
      search(id, names, {
        terms: termsOf(...texts).map((term) => ({ ...term, test: "caseless" as const })),
      });
    expect(await find("plan=pRO")).toEqual({ found: ["b", "a"], read: 0 });
    expect(await find("plan=FREE")).toEqual({ found: ["c"], read: 0 });
    expect(await find("plan=none")).toEqual({ found: [], read: 0 });
    expect((await find("order.id=Ab12")).found).toEqual(["a"]);
    expect((await find("order.id=Ab13")).read).toBeLessThan(3);
  });

  test("indexed attributes are searched over all parts without reading spans", async () => {
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    const names = ["a", "b", "c"];
    await digestTraces(bench.store, id, [
      { trace: "a", attributes: ["service=web", "plan=free"] },
      { trace: "b", attributes: ["service=web", "plan=pro"] },
      { trace: "c", attributes: ["service=db"] },
    ]);
    await digestTraces(bench.store, id, [{ trace: "a", attributes: ["service=db", "plan=free"] }]);
    await digestTraces(bench.store, other.id, [
      { trace: "d", attributes: ["service=web", "region=eu"] },
    ]);
    const find = async (...terms: string[]) => {
      const { found, read } = await search(id, names, { terms: termsOf(...terms) });
      expect(read).toBe(0);
      return found;
    };
    expect(await find("service=web")).toEqual(["b", "a"]);
    expect(await find("service=web", "service=db")).toEqual(["a"]);
    expect(await find("plan=free", "service=db")).toEqual(["a"]);
    expect(await find("!plan=free")).toEqual(["c", "b"]);
    expect(await find("service=web", "!service=db")).toEqual(["b"]);
    expect(await find("plan=none")).toEqual([]);
    expect(await find("region=eu")).toEqual([]);
    expect(await find("!region=eu")).toEqual(["c", "b", "a"]);
  });

  test("unindexed attributes are searched by reading spans of otherwise matching traces only", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 30 }, (_, n): TraceSample => {
      const attributes = [`order.id=${n % 10}`, `plan=${n % 3 ? "pro" : "free"}`];
      return { trace: `${n}`, attributes, errors: n % 2, isUnmarked: true };
    });
    const names = samples.map(({ trace }) => trace);
    await digestTraces(bench.store, id, samples);
    expect(await search(id, names, { terms: termsOf("order.id=7") })).toEqual({
      found: ["27", "17", "7"],
      read: 30,
    });
    expect(await search(id, names, { terms: termsOf("order.id=7", "plan=free") })).toEqual({
      found: ["27"],
      read: 10,
    });
    expect(await search(id, names, { terms: termsOf("order.id=6"), failed: true })).toEqual({
      found: [],
      read: 15,
    });
    const without = await search(id, names, { terms: termsOf("!order.id=7"), limit: 4 });
    expect(without.found).toEqual(names.filter((name) => Number(name) % 10 !== 7).toReversed());
  });

  test("values of indexed attributes and fields are listed once over all days", async () => {
    const { traces } = bench.store;
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    await digestTraces(bench.store, id, [{ trace: "a", attributes: ["plan=pro", "order.id=9"] }]);
    const later = ["plan=pro", "plan=team", "region=eu"].map((term) => ({
      trace: term,
      attributes: [term],
    }));
    await digestTraces(
      bench.store,
      id,
      later.map((each) => ({ ...each, at: noon + dayMs })),
    );
    await digestTraces(bench.store, other.id, [{ trace: "c", attributes: ["plan=free"] }]);
    expect((await traces.values(id, "plan", 100)).toSorted()).toEqual(["pro", "team"]);
    expect(await traces.values(id, "plan", 1)).toHaveLength(1);
    expect(await traces.values(id, "nothing", 100)).toEqual([]);
  });

  test("attribute keys are listed over all days, with a flag for further ones", async () => {
    const { traces } = bench.store;
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    expect(await traces.keys(id, ["plan"])).toMatchObject({ keys: [] });
    await digestTraces(bench.store, id, [{ trace: "a", attributes: ["plan=pro", "order.id=9"] }]);
    await digestTraces(bench.store, id, [
      { trace: "b", at: noon + dayMs, attributes: ["region=eu"] },
    ]);
    await digestTraces(bench.store, other.id, [{ trace: "c", attributes: ["shelf=1"] }]);
    const all = await traces.keys(id, ["shelf"]);
    expect(all.isWhole).toBe(true);
    expect(new Set(all.keys)).toEqual(new Set(["plan", "order.id", "region"]));
    expect((await traces.keys(id, ["order.id", "plan"])).keys).toEqual(
      expect.arrayContaining(["order.id", "plan"]),
    );
    const old = await newProject(bench.store);
    await digestTraces(bench.store, old.id, [
      { trace: "d", attributes: ["shelf=s2"], isUnmarked: true },
    ]);
    expect(await traces.keys(old.id, ["plan"])).toEqual({ keys: ["shelf"], isWhole: false });
  });

  test("any value, pattern, text, or number is searched by reading only traces with the attribute", async () => {
    const { id } = await newProject(bench.store);
    const samples: TraceSample[] = [
      { trace: "old", attributes: ["order.id=9", "plan=pro"], isUnmarked: true },
      { trace: "bare", attributes: ["plan=free"] },
      { trace: "small", attributes: ["order.id=7", "plan=pro", "http.response.status_code=404"] },
      { trace: "large", attributes: ["order.id=70", "plan=team", "http.response.status_code=503"] },
    ];
    await digestTraces(bench.store, id, samples);
    const names = samples.map(({ trace }) => trace);
    const find = async (asked: Asked) => search(id, names, asked);
    const term = (key: string, test: TermTest, value = "", negated = false) => ({
      terms: [{ key, value, negated, test }],
    });
    expect(await find(term("order.id", "has"))).toEqual({
      found: ["large", "small", "old"],
      read: 1,
    });
    expect(await find(term("order.id", "has", "", true))).toEqual({ found: ["bare"], read: 1 });
    expect(await find(term("order.id", ">", "8"))).toEqual({ found: ["large", "old"], read: 3 });
    expect(await find({ terms: termsOf("order.id=70") })).toEqual({ found: ["large"], read: 2 });
    expect(await find(term("plan", "like", "p*o"))).toMatchObject({ found: ["small", "old"] });
    expect(await find(term("plan", "like", "p*o", true))).toMatchObject({
      found: ["large", "bare"],
    });
    expect(await find(term("plan", "contains", "E"))).toMatchObject({ found: ["large", "bare"] });
    expect(await find(term("http.response.status_code", ">=", "500"))).toEqual({
      found: ["large"],
      read: 1,
    });
    expect(await find(term("nothing", "has"))).toEqual({ found: [], read: 1 });
  });

  test("a rare value is read only from traces in its buckets, also after merging batches", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 600 }, (_, n): TraceSample => {
      return { trace: `${n}`, attributes: [`order.id=o-${n}`, `shelf.name=s${n}`, "plan=pro"] };
    });
    const names = samples.map(({ trace }) => trace);
    for (let at = 0; at < samples.length; at += 2)
      await digestTraces(bench.store, id, samples.slice(at, at + 2));
    await digestTraces(bench.store, id, [{ trace: "7", attributes: ["order.id=o-599"] }]);
    const rare = await search(id, names, { terms: termsOf("order.id=o-599") });
    expect(rare.found).toEqual(["599", "7"]);
    expect(rare.read).toBeLessThan(6);
    expect((await search(id, names, { terms: termsOf("order.id=none") })).read).toBeLessThan(4);
    const others = await search(id, names, { terms: termsOf("!order.id=o-599"), limit: 200 });
    expect(others.found).toHaveLength(598);
    expect(others.read).toBeLessThan(6);
  });

  test("alternatives of terms and summary fields, and counts of spans and failed spans", async () => {
    const { id } = await newProject(bench.store);
    const samples: TraceSample[] = [
      { trace: "slow", durationMs: 500, attributes: ["plan=pro"] },
      { trace: "failed", errors: 2, spans: 30, attributes: ["plan=free"] },
      { trace: "quick", spans: 4, attributes: ["plan=pro", "order.id=1"] },
    ];
    await digestTraces(bench.store, id, samples);
    const names = samples.map(({ trace }) => trace);
    const find = async (asked: Asked) => (await search(id, names, asked)).found;
    const query = (asked: Partial<TraceQuery>): TraceQuery => ({ terms: [], words: [], ...asked });
    const any = (negated: boolean, ...queries: TraceQuery[]) => ({ any: [{ queries, negated }] });
    const [free, isSlow] = [
      query({ terms: termsOf("plan=free") }),
      query({ durationMs: { atLeast: 100 } }),
    ];
    expect(await find({ spans: { atLeast: 5 } })).toEqual(["failed"]);
    expect(await find({ spans: { atLeast: 1, atMost: 4 } })).toEqual(["quick", "slow"]);
    expect(await find({ errors: { atLeast: 2 } })).toEqual(["failed"]);
    expect(await find({ errors: { atMost: 0 } })).toEqual(["quick", "slow"]);
    expect(await find(any(false, free, isSlow))).toEqual(["failed", "slow"]);
    expect(await find(any(true, free, isSlow))).toEqual(["quick"]);
    expect(await find({ ...any(false, free, isSlow), failed: false })).toEqual(["slow"]);
    const ordered = query({ terms: termsOf("order.id=1"), spans: { atMost: 9 } });
    expect(await find(any(false, ordered, query({ failed: true })))).toEqual(["quick", "failed"]);
    expect(await find(any(false, ordered, query(any(true, free))))).toEqual(["quick", "slow"]);
  });

  test("longest traces and those with most spans or failures come first, page by page", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 23 }, (_, n): TraceSample => {
      const facts = { durationMs: (n * 7) % 23, spans: 1 + (n % 5), errors: n % 3 };
      return {
        trace: `${n}`,
        at: noon - (n % 2) * 86_400_000,
        attributes: [`order.id=${n % 2}`],
        ...facts,
      };
    });
    for (const sample of samples) await digestTraces(bench.store, id, [sample]);
    const names = samples.map(({ trace }) => trace);
    const valueOf = { duration: "durationMs", spans: "spans", errors: "errors" } as const;
    for (const sort of ["duration", "spans", "errors"] as const) {
      for (const terms of [[], termsOf("order.id=1")]) {
        const { found } = await search(id, names, { sort, limit: 4, terms });
        const expected = samples.filter(
          ({ attributes }) => terms.length === 0 || attributes![0] === "order.id=1",
        );
        expect(new Set(found), sort).toEqual(new Set(expected.map(({ trace }) => trace)));
        expect(found).toHaveLength(expected.length);
        const values = found.map((name) => samples[Number(name)]![valueOf[sort]]!);
        expect(values, sort).toEqual(values.toSorted((a, b) => b - a));
      }
    }
    const { filter } = traceFilter(id, { sort: "duration", limit: 4, deadlineMs: 0 });
    expect((await bench.store.traces.list(filter)).scannedTo).toBeDefined();
  });

  test("a key with more values than the index holds is searched completely", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 1_300 }, (_, n): TraceSample => {
      return { trace: `${n}`, attributes: [`shelf=s${n}`, "plan=pro"] };
    });
    const names = samples.map(({ trace }) => trace);
    for (let at = 0; at < samples.length; at += 130) {
      await digestTraces(bench.store, id, samples.slice(at, at + 130));
    }
    await digestTraces(await bench.another(), id, [{ trace: "0", attributes: ["shelf=s1299"] }]);
    expect((await search(id, names, { terms: termsOf("shelf=s1299") })).found).toEqual([
      "1299",
      "0",
    ]);
    const known = await search(id, names, { terms: termsOf("shelf=s5") });
    expect(known.found).toEqual(["5"]);
    expect(known.read).toBeLessThanOrEqual(301);
    const without = await search(id, names, {
      terms: termsOf("!shelf=s1299", "!shelf=s5"),
      limit: 200,
    });
    expect(without.found).toEqual(
      names.filter((name) => !["0", "5", "1299"].includes(name)).toReversed(),
    );
    expect((await search(id, names, { terms: termsOf("plan=pro"), limit: 200 })).read).toBe(0);
  });

  test("a search that runs out of time reports its progress and continues from there", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 40 }, (_, n): TraceSample => {
      return {
        trace: `${n}`,
        at: noon + n * 1_000,
        attributes: [`order.id=${n}`],
        isUnmarked: true,
      };
    });
    const names = samples.map(({ trace }) => trace);
    await digestTraces(bench.store, id, samples);
    const { filter } = traceFilter(id, { terms: termsOf("order.id=3"), deadlineMs: 0 });
    const page = await bench.store.traces.list(filter);
    expect(page.rows).toEqual([]);
    expect(page.next).toBeDefined();
    expect(page.scannedTo).toBeGreaterThan(noon + 3_000);
    expect(page.scannedTo).toBeLessThanOrEqual(noon + 39_000);
    expect(
      (await search(id, names, { terms: termsOf("order.id=3"), deadlineMs: 0 })).found,
    ).toEqual(["3"]);
    expect((await search(id, names, { deadlineMs: 0 })).found).toEqual(names.toReversed());
  });
}

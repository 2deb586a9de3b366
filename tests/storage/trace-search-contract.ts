import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Bench } from "./contract.ts";
import { everyPage, newProject, noon } from "./sample.ts";
import { digestTraces, termsOf, traceFilter, traceIdOf, type TraceSample } from "./trace-sample.ts";

type Asked = Parameters<typeof traceFilter>[1];

export function traceSearchContract(bench: Bench): void {
  /** The names of what is found, and how many traces' spans were read for it. */
  async function search(projectId: ProjectId, names: string[], asked: Asked) {
    const { filter, reads } = traceFilter(projectId, asked);
    const rows = await everyPage((cursor) => bench.store.traces.list({ ...filter, ...(cursor && { cursor }) }));
    const nameOf = new Map(names.map((name) => [traceIdOf(name), name]));
    const found = rows.map(({ traceId }) => nameOf.get(traceId)!);
    return { found, read: reads.count };
  }

  test("by what lists know: environment, time, duration, failure, words of the root's name", async () => {
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
    expect(await find({ durationMs: { atMost: 20 } })).toEqual(["early", "failed"]);
    expect(await find({ failed: true })).toEqual(["failed"]);
    expect(await find({ failed: false })).toEqual(["early", "slow"]);
    expect(await find({ words: ["CART"] })).toEqual(["failed", "slow"]);
    expect(await find({ words: ["cart", "post"], failed: true })).toEqual(["failed"]);
  });

  test("by indexed attributes, over all parts of a trace, without reading spans", async () => {
    const [{ id }, other] = [await newProject(bench.store), await newProject(bench.store)];
    const names = ["a", "b", "c"];
    await digestTraces(bench.store, id, [
      { trace: "a", attributes: ["service=web", "plan=free"] },
      { trace: "b", attributes: ["service=web", "plan=pro"] },
      { trace: "c", attributes: ["service=db"] },
    ]);
    await digestTraces(bench.store, id, [{ trace: "a", attributes: ["service=db", "plan=free"] }]);
    await digestTraces(bench.store, other.id, [{ trace: "d", attributes: ["service=web", "region=eu"] }]);
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

  test("by what the index does not hold, by reading spans, and only where the rest already fits", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 30 }, (_, n): TraceSample => {
      return { trace: `${n}`, attributes: [`order.id=${n % 10}`, `plan=${n % 3 ? "pro" : "free"}`], errors: n % 2 };
    });
    const names = samples.map(({ trace }) => trace);
    await digestTraces(bench.store, id, samples);
    expect(await search(id, names, { terms: termsOf("order.id=7") })).toEqual({ found: ["27", "17", "7"], read: 30 });
    expect(await search(id, names, { terms: termsOf("order.id=7", "plan=free") })).toEqual({ found: ["27"], read: 10 });
    expect(await search(id, names, { terms: termsOf("order.id=6"), failed: true })).toEqual({ found: [], read: 15 });
    const without = await search(id, names, { terms: termsOf("!order.id=7"), limit: 4 });
    expect(without.found).toEqual(names.filter((name) => Number(name) % 10 !== 7).toReversed());
  });

  test("a key with more values than the index holds is searched without a miss", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 1_300 }, (_, n): TraceSample => {
      return { trace: `${n}`, attributes: [`shelf=s${n}`, "plan=pro"] };
    });
    const names = samples.map(({ trace }) => trace);
    for (let at = 0; at < samples.length; at += 130) {
      await digestTraces(bench.store, id, samples.slice(at, at + 130));
    }
    await digestTraces(await bench.another(), id, [{ trace: "0", attributes: ["shelf=s1299"] }]);
    expect((await search(id, names, { terms: termsOf("shelf=s1299") })).found).toEqual(["1299", "0"]);
    const known = await search(id, names, { terms: termsOf("shelf=s5") });
    expect(known.found).toEqual(["5"]);
    expect(known.read).toBeLessThanOrEqual(301);
    const without = await search(id, names, { terms: termsOf("!shelf=s1299", "!shelf=s5"), limit: 200 });
    expect(without.found).toEqual(names.filter((name) => !["0", "5", "1299"].includes(name)).toReversed());
    expect((await search(id, names, { terms: termsOf("plan=pro"), limit: 200 })).read).toBe(0);
  });

  test("a search that runs out of time says how far it got, and goes on from there", async () => {
    const { id } = await newProject(bench.store);
    const samples = Array.from({ length: 40 }, (_, n): TraceSample => {
      return { trace: `${n}`, at: noon + n * 1_000, attributes: [`order.id=${n}`] };
    });
    const names = samples.map(({ trace }) => trace);
    await digestTraces(bench.store, id, samples);
    const { filter } = traceFilter(id, { terms: termsOf("order.id=3"), deadlineMs: 0 });
    const page = await bench.store.traces.list(filter);
    expect(page.rows).toEqual([]);
    expect(page.next).toBeDefined();
    expect(page.scannedTo).toBeGreaterThan(noon + 3_000);
    expect(page.scannedTo).toBeLessThanOrEqual(noon + 39_000);
    expect((await search(id, names, { terms: termsOf("order.id=3"), deadlineMs: 0 })).found).toEqual(["3"]);
    expect((await search(id, names, { deadlineMs: 0 })).found).toEqual(names.toReversed());
  });
}

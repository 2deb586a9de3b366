import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourOf } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { dayMs, digestSamples, hourMs, newProject, noon } from "#tests/storage/sample.ts";
import { digestTraces, partTexts, termsOf, traceFilter, traceIdOf } from "./trace-sample.ts";

const names = Array.from({ length: 20 }, (_, number) => `trace ${number}`);
const window = { from: 0, before: hourOf(noon) + hourMs };

/** Downsamples the hour of noon to the given traces. */
export const downsampleTo = (store: Store, projectId: ProjectId, kept: string[], asked = window) =>
  store.traces.thin({ projectId, ...asked, choose: async () => new Set(kept.map(traceIdOf)) });

export async function namesIn(
  store: Store,
  projectId: ProjectId,
  asked: Parameters<typeof traceFilter>[1] = {},
) {
  const { rows } = await store.traces.list(traceFilter(projectId, { limit: 200, ...asked }).filter);
  const ids = new Set(rows.map(({ traceId }) => traceId));
  return [...names, "late", "next"].filter((name) => ids.has(traceIdOf(name)));
}

/** What downsampling keeps, deletes, and counts. */
export function traceDownsamplingContract(bench: Bench): void {
  test("unsampled traces vanish from lists and searches, and sampled ones stay complete", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const neighbor = await newProject(store);
    const samples = names.map((trace, number) => ({
      trace,
      attributes: [`plan=${number % 2 ? "pro" : "free"}`],
    }));
    await digestTraces(store, id, samples);
    await digestTraces(store, neighbor.id, samples);
    await digestTraces(store, id, [
      { trace: "trace 3", attributes: ["region=eu"] },
      { trace: "trace 4", attributes: ["region=eu"] },
    ]);
    expect(await downsampleTo(store, id, ["trace 3", "trace 8"])).toEqual({
      traces: 18,
      spans: 19,
    });
    expect(await namesIn(store, id)).toEqual(["trace 3", "trace 8"]);
    expect(await namesIn(store, id, { terms: termsOf("plan=pro") })).toEqual(["trace 3"]);
    expect(await namesIn(store, id, { terms: termsOf("!plan=pro") })).toEqual(["trace 8"]);
    expect(await namesIn(store, id, { terms: termsOf("region=eu") })).toEqual(["trace 3"]);
    expect(partTexts((await store.traces.find(id, traceIdOf("trace 3")))!.parts)).toEqual([
      "trace=trace 3\nplan=pro\n",
      "trace=trace 3\nregion=eu\n",
    ]);
    expect(await store.traces.find(id, traceIdOf("trace 4"))).toBeUndefined();
    expect(await store.traces.spanCount(id, traceIdOf("trace 4"))).toBe(0);
    expect(await namesIn(store, neighbor.id)).toEqual(names);
    expect((await store.traces.find(neighbor.id, traceIdOf("trace 4")))!.parts).toHaveLength(1);
  });

  test("failed traces and traces with events stay", async () => {
    const { store } = bench;
    const project = await newProject(store);
    await digestTraces(store, project.id, [
      { trace: "trace 1" },
      { trace: "trace 2", errors: 1 },
      { trace: "trace 3" },
      { trace: "trace 4" },
    ]);
    await digestSamples(store, project, [
      { issue: "a", name: "e", traceId: traceIdOf("trace 3") },
      {
        issue: "a",
        name: "came before the spans",
        traceId: traceIdOf("trace 4"),
        at: noon - dayMs,
      },
    ]);
    await downsampleTo(store, project.id, []);
    expect(await namesIn(store, project.id)).toEqual(["trace 2", "trace 3", "trace 4"]);
  });

  test("each trace is decided once, after its delay and the given time", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    await digestTraces(store, id, [
      { trace: "trace 1", at: noon - hourMs },
      { trace: "trace 2" },
      { trace: "trace 3" },
    ]);
    await digestTraces(store, id, [{ trace: "next", at: noon + hourMs }]);
    await downsampleTo(store, id, ["trace 3"], { ...window, from: hourOf(noon) });
    expect(await namesIn(store, id)).toEqual(["trace 1", "trace 3", "next"]);
    expect(await downsampleTo(store, id, [])).toEqual({ traces: 0, spans: 0 });
    await downsampleTo(store, id, [], { from: 0, before: window.before + hourMs });
    expect(await namesIn(store, id)).toEqual(["trace 1", "trace 3"]);
  });

  test("late spans of a deleted trace form a trace, and its successors are unaffected", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    await digestTraces(store, id, [{ trace: "trace 1", attributes: ["plan=pro"] }]);
    await downsampleTo(store, id, []);
    await digestTraces(store, id, [
      { trace: "next", at: noon + hourMs, attributes: ["plan=free"] },
    ]);
    await digestTraces(store, id, [
      { trace: "trace 1", at: noon + hourMs, attributes: ["plan=free"] },
    ]);
    expect(await namesIn(store, id, { terms: termsOf("plan=pro") })).toEqual([]);
    expect(await namesIn(store, id, { terms: termsOf("plan=free") })).toEqual(["trace 1", "next"]);
    expect((await store.traces.find(id, traceIdOf("trace 1")))!.summary.spanCount).toBe(1);
  });

  test("received and stored traces are counted", async () => {
    const { store } = bench;
    const { id } = await newProject(store);
    const came = {
      projectId: id,
      hour: hourOf(noon),
      outcome: "kept",
      category: "trace",
      reason: "",
    } as const;
    await store.outcomes.add([
      { ...came, quantity: 3 },
      { ...came, hour: hourOf(noon) + hourMs, quantity: 5 },
    ]);
    await digestTraces(store, id, [
      { trace: "trace 1", spans: 7 },
      { trace: "trace 2" },
      { trace: "trace 3" },
    ]);
    await downsampleTo(store, id, ["trace 2"]);
    const kept = (since: number, until: number) => store.traces.kept(id, { since, until });
    expect(await kept(noon, noon + 1)).toEqual({ came: 3, kept: 1 });
    expect(await kept(noon, noon + 2 * hourMs)).toEqual({ came: 8, kept: 6 });
    expect(await kept(noon + hourMs, noon + 2 * hourMs)).toEqual({ came: 5, kept: 5 });
    const thinned = (await store.outcomes.read(id, 0)).filter(
      ({ outcome }) => outcome === "thinned",
    );
    expect(thinned.map(({ category, reason, quantity }) => [category, reason, quantity])).toEqual([
      ["span", "sampling", 8],
      ["trace", "sampling", 2],
    ]);
  });
}

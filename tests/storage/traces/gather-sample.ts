import { expect } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { newProject } from "#tests/storage/sample.ts";
import { downsampleTo } from "./downsampling-contract.ts";
import { digestTraces, partTexts, termsOf, traceFilter, traceIdOf } from "./trace-sample.ts";

/**
 * Traces that arrive singly, with the last part a batch later, and are downsampled to a third at
 * times.
 */
export async function gatheredAfterDownsampling(store: Store, beside: Store): Promise<void> {
  const { id } = await newProject(store);
  const kept = Array.from({ length: 300 }, (_, n) => `${n}`).filter((_, n) => n % 3 === 0);
  for (let n = 0; n < 300; n++) {
    const late = n > 0 ? [{ trace: `${n - 1}`, attributes: [`order.id=late ${n - 1}`] }] : [];
    await digestTraces(store, id, [{ trace: `${n}`, attributes: [`order.id=${n}`] }, ...late]);
    if (n % 70 === 60) await beside.traces.find(id, traceIdOf(`${n - 1}`));
    if (n % 70 === 65) await downsampleTo(store, id, kept);
  }
  await downsampleTo(store, id, kept);
  for (const reader of [store, beside]) {
    const { rows } = await reader.traces.list(traceFilter(id, { limit: 200 }).filter);
    expect(rows.map(({ traceId }) => traceId).toReversed()).toEqual(kept.map(traceIdOf));
    for (const name of kept.filter((_, n) => n % 10 === 0)) {
      const texts = [`trace=${name}\norder.id=${name}\n`, `trace=${name}\norder.id=late ${name}\n`];
      const { parts } = (await reader.traces.find(id, traceIdOf(name)))!;
      expect(partTexts(parts).toSorted()).toEqual(texts.toSorted());
    }
    const { filter } = traceFilter(id, { terms: termsOf("order.id=late 66") });
    expect((await reader.traces.list(filter)).rows.map(({ traceId }) => traceId)).toEqual([
      traceIdOf("66"),
    ]);
  }
}

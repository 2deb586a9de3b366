import { collectKeys, daysOfValues } from "#server/storage/trace-search/keys.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { opened } from "#server/storage/events/days.sqlite.ts";

/** Newest day first: searched attributes are usually sent every day. */
export const readTraceKeys =
  (files: DayFiles): TraceStore["keys"] =>
  async (projectId, wanted) => {
    function* days(): Generator<string[], void, void> {
      for (const { terms } of opened(files, files.days()))
        yield terms.keysOf.all(projectId).map(({ key }) => key);
    }
    return collectKeys(days(), wanted);
  };

export const readTraceValues =
  (files: DayFiles): TraceStore["values"] =>
  async (projectId, key, limit) => {
    const values = new Set<string>();
    let daysLeft = daysOfValues;
    for (const { terms } of opened(files, files.days())) {
      const keyId = terms.findKey.get(projectId, key)?.id;
      if (keyId === undefined) continue;
      for (const { value } of terms.valuesOf.all(keyId)) values.add(value);
      if (--daysLeft === 0 || values.size >= limit) break;
    }
    return [...values].slice(0, limit);
  };

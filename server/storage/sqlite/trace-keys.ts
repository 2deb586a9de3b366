import { collectKeys } from "#server/storage/layout/trace-keys.ts";
import type { TraceStore } from "#server/storage/trace-store.ts";
import type { DayFiles } from "./day-files.ts";
import { opened } from "./event-days.ts";

/** Newest day first: what is searched for is mostly sent every day. */
export const readTraceKeys =
  (files: DayFiles): TraceStore["keys"] =>
  async (projectId, wanted) => {
    function* days(): Generator<string[], void, void> {
      for (const { terms } of opened(files, files.days())) yield terms.keysOf.all(projectId).map(({ key }) => key);
    }
    return collectKeys(days(), wanted);
  };

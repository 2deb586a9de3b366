import type { Exception } from "#server/domain/event/error-event.ts";
import type { Components } from "./components.ts";

// One failure, a deployed page asking for a file of an older build, in the words of each browser and bundler.
const chunkFailures =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading (?:CSS )?chunk \S+ failed/i;

/** A part of the application that could not be loaded: one issue, whichever file and browser. */
export function chunkFailure(exceptions: Exception[]): Components | undefined {
  const [outer] = exceptions;
  if (outer?.type !== "ChunkLoadError" && !chunkFailures.test(outer?.value?.slice(0, 500) ?? "")) return undefined;
  const words = [outer?.type, outer?.value].filter(Boolean).join(": ");
  return {
    basis: "exception",
    sentence: "a part of the application could not be loaded, in whichever browser's words",
    parts: [
      { label: "family", value: "chunk load failure", counts: true },
      { label: "message", value: words, counts: false, remark: "each browser words it differently" },
    ],
  };
}

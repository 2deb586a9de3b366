import { isObject } from "#server/domain/json.ts";
import { scrub } from "#server/ingest/scrub.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import type { Note } from "#server/domain/event/error-event.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { ScrubbingSettings } from "#server/domain/project/settings.ts";

/** The result of these settings for a JSON fragment. "invalid" if it isn't JSON. */
export type TryScrubbing = (
  settings: ScrubbingSettings,
  json: string,
) => { json: string; notes: Note[] } | Problem;

/** Runs the actual scrubbing code. A fragment works like a whole event. */
export const tryScrubbing: TryScrubbing = (settings, text) => {
  const value = parsed(text);
  if (value === undefined)
    return { problem: "invalid", detail: "This is not valid JSON. Paste an object in braces." };
  if (!isObject(value))
    return { problem: "invalid", detail: "This is JSON but not an object. Put it in braces." };
  const notes = scrub(value, scrubRulesOf(settings));
  return { json: JSON.stringify(value, null, 2), notes };
};

function parsed(text: string) {
  try {
    return JSON.parse(text) as Parameters<typeof isObject>[0];
  } catch {
    return undefined;
  }
}

import { group } from "#server/domain/grouping/group.ts";
import type { Rulebook } from "#server/domain/grouping-rules/apply-rules.ts";
import type { Note } from "#server/domain/event/error-event.ts";
import type { JsonObject } from "#server/domain/json.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import type { Receipt, Understood } from "#server/ingest/request.ts";
import { cleanse } from "#server/ingest/scrub.ts";
import { builtInRules, type ScrubRules } from "#server/ingest/scrub-rules.ts";
import { adoptAliases } from "./event/aliases.ts";
import { readErrorEvent } from "./event/read-error-event.ts";

type Understanding = {
  cleaned?: Note[];
  rules?: ScrubRules;
  rulebook?: Rulebook;
  userAgents?: ReadUserAgent;
};

/**
 * Normalizes an admitted payload: scrubs it, converts it to the common format, and groups it.
 * Changes `payload` in place to what is stored. `rules`: the project's scrubbing. `rulebook`: its
 * grouping rules. `cleaned`: notes of an earlier scrubbing. `userAgents`: cache. Never throws on
 * any JSON.
 */
export function understand(
  payload: JsonObject,
  receipt: Receipt,
  { cleaned = [], rules = builtInRules, rulebook, userAgents }: Understanding = {},
): Understood {
  adoptAliases(payload);
  const { notes, edits } = cleanse(payload, rules);
  const cleaning = [...cleaned, ...notes];
  const read = readErrorEvent(payload, receipt, [...cleaning], userAgents);
  const ruled = rulebook?.(read);
  const event = ruled ? { ...read, ruled } : read;
  return { event, grouping: group(event), payload, cleaning, ...(edits && { edits }) };
}

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
 * What an admitted payload means: secrets out, any SDK's shape into one, then its group. Changes
 * `payload` in place: it becomes what is stored; `rules` are the project's for scrubbing,
 * `rulebook` those of grouping, `cleaned` the notes of an earlier cleaning, `userAgents` remembers
 * what it read. Never throws, whatever JSON it is given.
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

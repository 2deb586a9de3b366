import { group } from "#server/domain/grouping/group.ts";
import type { Note } from "#server/domain/event/error-event.ts";
import type { JsonObject } from "#server/domain/json.ts";
import type { Receipt, Understood } from "#server/ingest/request.ts";
import { scrub } from "#server/ingest/scrub.ts";
import { builtInRules, type ScrubRules } from "#server/ingest/scrub-rules.ts";
import { adoptAliases } from "./event/aliases.ts";
import { readErrorEvent } from "./event/read-error-event.ts";

/**
 * What an admitted payload means: secrets out, any SDK's shape into one, then its group. Changes `payload` in place: it
 * becomes what is stored; `rules` are the project's, `cleaned` the notes of an earlier cleaning. Never throws, whatever JSON it is given.
 */
export function understand(
  payload: JsonObject,
  receipt: Receipt,
  { cleaned = [], rules = builtInRules }: { cleaned?: Note[]; rules?: ScrubRules } = {},
): Understood {
  adoptAliases(payload);
  const cleaning = [...cleaned, ...scrub(payload, rules)];
  const event = readErrorEvent(payload, receipt, [...cleaning]);
  return { event, grouping: group(event), payload, cleaning };
}

import {
  connectionNames,
  layerNames,
  mostDetachedSpans,
} from "#server/domain/trace/listing/detached-span.ts";
import { idleBelowMs, interactionNames } from "#server/domain/trace/listing/idle-interaction.ts";
import { type Unlisted, unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";

/** For a trace `t` and its shape `s`: what columns show of each sort. */
const mayBe: { [kind in keyof Required<Unlisted>]: string } = {
  idle: `t.span_count = 1 AND t.error_count = 0 AND t.ended_at - t.started_at < ${idleBelowMs}
  AND s.words IN ('${interactionNames.join("', '")}')`,
  // A route with a dot before the kind (`shapeText`).
  asset: `t.error_count = 0 AND s.shape LIKE '%.%","server",%'`,
  detached: `t.error_count = 0 AND t.span_count <= ${mostDetachedSpans} AND (s.words IN ('${connectionNames.join("', '")}')
  OR ${layerNames.map((name) => `s.words LIKE '${name}%'`).join(" OR ")})`,
};

/** SQL that is true for every trace of the requested sorts. */
export const unlistedConditions = (asked: Unlisted): string[] =>
  unlistedKinds.flatMap((kind) => (asked[kind] === true ? [mayBe[kind]] : []));

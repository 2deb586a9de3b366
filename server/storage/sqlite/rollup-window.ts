import type { DatabaseSync } from "node:sqlite";
import { type Cover, coverOf } from "#server/domain/rollup/cover.ts";
import { tiers, type TierStarts } from "#server/domain/rollup/tier.ts";
import { prepare } from "./statement.ts";

/** From when on each tier is whole: eviction says so before it removes the first row. */
export function readTierStarts(reader: DatabaseSync): () => TierStarts {
  const select = prepare<{ tier: number; kept_from: number }>(reader, "SELECT tier, kept_from FROM rollup_tiers");
  return () => {
    const starts: TierStarts = { "5-minutes": -Infinity, hour: -Infinity, day: -Infinity };
    for (const { tier, kept_from } of select.all()) starts[tiers[tier]!] = kept_from;
    return starts;
  };
}

type Window = { since: number; until: number; /** Told apart by days at the coarsest. */ release?: string | undefined };

export function readCover(reader: DatabaseSync): (window: Window, coarsest?: "day" | "week") => Cover {
  const starts = readTierStarts(reader);
  return (window, coarsest = window.release === undefined ? "week" : "day") => coverOf(window, starts(), coarsest);
}

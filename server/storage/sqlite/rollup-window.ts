import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { type Cover, coverOf } from "#server/domain/rollup/cover.ts";
import { type Tier, tiers, type TierStarts } from "#server/domain/rollup/tier.ts";
import { findEnvironment } from "./environments.ts";
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

export const tierNumber = (tier: Tier): number => tiers.indexOf(tier);

export function readCover(reader: DatabaseSync): (window: { since: number; until: number }) => Cover {
  const starts = readTierStarts(reader);
  return (window) => coverOf(window, starts());
}

/** Row ids of what a filter names; null where it names nothing, −1 where there is no such thing. */
export type NamedRows = { environment: number | null; release: number | null };

export function findNamed(
  reader: DatabaseSync,
): (filter: { projectId: ProjectId; environment?: string; release?: string }) => NamedRows {
  const findEnvironmentId = findEnvironment(reader);
  const findRelease = prepare<{ id: number }>(
    reader,
    "SELECT id FROM rollup_releases WHERE project_id = ? AND version = ?",
  );
  const none = -1;
  return ({ projectId, environment, release }) => ({
    environment: environment === undefined ? null : (findEnvironmentId(projectId, environment) ?? none),
    release: release === undefined ? null : (findRelease.get(projectId, release)?.id ?? none),
  });
}

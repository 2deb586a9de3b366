import type { ProjectSettings } from "#server/domain/project/settings.ts";
import { daysText } from "#server/domain/retention/gone.ts";
import { isInShare } from "#server/domain/rollup/kept-share.ts";

/** Why a project has no such trace, as far as its id, the project's sampling and what it keeps for `keptDays` tell. */
export function missingTrace(traceId: string | undefined, { sampling }: ProjectSettings, keptDays?: number): string {
  if (traceId === undefined || isInShare(traceId, sampling.keptShare)) {
    const kept = keptDays === undefined ? "" : `: traces are kept for ${daysText(keptDays)}`;
    return `There is no such trace in this project, or it is older than what is kept${kept}.`;
  }
  const percent = Number((100 * sampling.keptShare).toFixed(1));
  return `There is no such trace in this project. Of those without failures it keeps the slowest and ${percent}% of the others: if this one came, sampling has removed it.`;
}

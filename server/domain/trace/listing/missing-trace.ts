import type { ProjectSettings } from "#server/domain/project/settings.ts";
import { daysText } from "#server/domain/retention/gone.ts";
import { isInShare } from "#server/domain/rollup/kept-share.ts";

/**
 * Why a project has no such trace, given its ID, the project's sampling, and its retention
 * `keptDays`.
 */
export function missingTrace(
  traceId: string | undefined,
  { sampling }: ProjectSettings,
  keptDays?: number,
): string {
  if (traceId === undefined || isInShare(traceId, sampling.keptShare)) {
    const kept = keptDays === undefined ? "" : `: traces are kept for ${daysText(keptDays)}`;
    return `Trace not found, or it has expired${kept}.`;
  }
  const percent = Number((100 * sampling.keptShare).toFixed(1));
  return `Trace not found. This project stores failed traces, the slowest traces, and ${percent}% of the others, so sampling may have removed it.`;
}

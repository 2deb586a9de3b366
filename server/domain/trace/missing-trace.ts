import type { ProjectSettings } from "#server/domain/project/settings.ts";
import { isInShare } from "#server/domain/rollup/kept-share.ts";

/** Why a project has no such trace, as far as its id and the project's sampling tell. */
export function missingTrace(traceId: string | undefined, { sampling }: ProjectSettings): string {
  if (traceId === undefined || isInShare(traceId, sampling.keptShare))
    return "There is no such trace in this project, or it is older than what is kept.";
  const percent = Number((100 * sampling.keptShare).toFixed(1));
  return `There is no such trace in this project. Of those without failures it keeps the slowest and ${percent}% of the others: if this one came, sampling has removed it.`;
}

import { nearestOf } from "#server/domain/search/nearest.ts";

/** `There is no role “admn”. Did you mean admin? Roles are admin, developer, viewer.` */
export function notAmong(noun: string, typed: string, names: readonly string[]): string {
  const nearest = nearestOf(typed, names);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const plural = `${noun[0]!.toUpperCase()}${noun.slice(1)}s`;
  return `There is no ${noun} “${typed}”.${meant} ${plural} are ${names.join(", ")}.`;
}

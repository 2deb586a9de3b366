import { capitalized } from "#server/domain/capitalized.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";

/** `Unknown role “admn”. Did you mean admin? Roles: admin, developer, viewer.` */
export function notAmong(noun: string, typed: string, names: readonly string[]): string {
  const nearest = nearestOf(typed, names);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const plural = `${capitalized(noun)}s`;
  return `Unknown ${noun} “${typed}”.${meant} ${plural}: ${names.join(", ")}.`;
}

import type { LoggedAct } from "#server/domain/issue/activity.ts";

/** Who did it, as a sentence begins. */
export function actorName({ by, byName }: Pick<LoggedAct, "by" | "byName">): string {
  if (by.kind === "system") return "Spoor";
  return byName ?? "A former user";
}

import type { ActivityKind } from "./activity.ts";
import type { Resolution } from "./state.ts";

/** Why an ignored issue was reopened. */
export const wokenBecause = {
  time: "the ignore period ended",
  count: "it reached its event threshold",
  users: "it reached its user threshold",
  escalation: "it exceeded the busiest hour of the previous week",
} as const satisfies Record<(ActivityKind & { kind: "woken" })["because"], string>;

/** The release after “resolved”; empty without one. */
export function resolvedIn(resolution: Resolution): string {
  if (resolution.kind === "release") return ` in ${resolution.version}`;
  return resolution.kind === "next-release" ? " in the next release" : "";
}

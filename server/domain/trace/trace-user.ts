import type { TraceNode } from "./trace-tree.ts";

/** Best first. */
const userAttributes = ["user.email", "user.id", "user.name"] as const;

type UserOfTrace = { attribute: (typeof userAttributes)[number]; value: string };

/** The user of the first span that names one. */
export function userOf(nodes: readonly TraceNode[]): UserOfTrace | undefined {
  for (const { span } of nodes) {
    for (const attribute of userAttributes) {
      const value = span.attributes[attribute];
      if (typeof value === "string" && value !== "") return { attribute, value };
      if (typeof value === "number") return { attribute, value: String(value) };
    }
  }
  return undefined;
}

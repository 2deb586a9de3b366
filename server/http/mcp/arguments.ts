import type { Address } from "#server/http/data/asked.ts";
import type { Arguments, Property } from "./tool.ts";

const text = (description: string, maxLength = 200): Property => ({
  type: "string",
  description,
  maxLength,
});

/** Arguments that several tools use. */
export const project = text("The project's slug, from list_projects.", 50);
export const issue = text("The issue's short ID, like SHOP-142.", 100);
export const scope = {
  environment: text("Only this environment."),
  since: text("Start: 24h, 7d, or an ISO 8601 time.", 50),
  until: text("End: an ISO 8601 time.", 50),
} as const;
export const paging = {
  cursor: text("The cursor from the previous response.", 500),
  limit: {
    type: "integer",
    description: "Maximum number of results. Defaults to 20.",
    minimum: 1,
    maximum: 100,
  } satisfies Property,
} as const;
export { text };

const usualLimit = 20;

/**
 * Converts arguments to the address of the corresponding page. `inPath` are path parameters, all
 * others its query.
 */
export function addressOf(args: Arguments, ...inPath: string[]): Address {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit: usualLimit, ...args }))
    if (value !== undefined && name !== "project" && !inPath.includes(name))
      query.set(name, String(value));
  const params = Object.fromEntries(inPath.map((name) => [name, String(args[name] ?? "")]));
  return { params, url: `/?${query}` };
}

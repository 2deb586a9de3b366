import { isRouteErrorResponse } from "react-router";
import type { Refusal } from "#app/guard.ts";

/**
 * What a refusal says to the page that shows it. Empty for bugs and for what the router itself
 * refuses.
 */
export function refusalOf(error: unknown): Partial<Refusal> {
  if (!isRouteErrorResponse(error) || typeof error.data !== "object" || error.data === null)
    return {};
  return error.data as Partial<Refusal>;
}

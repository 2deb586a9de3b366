import { isRouteErrorResponse } from "react-router";
import type { Refusal } from "#app/guard.ts";

/** The refusal's data for its page. Empty for bugs and the router's own refusals. */
export function refusalOf(error: unknown): Partial<Refusal> {
  if (!isRouteErrorResponse(error) || typeof error.data !== "object" || error.data === null)
    return {};
  return error.data as Partial<Refusal>;
}

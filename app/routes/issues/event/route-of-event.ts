import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { normalizeRoute } from "#server/domain/trace/route-tree/route-key.ts";

/**
 * The route in an event's transaction: `GET /cart`, `/cart`. Other transactions are functions or
 * URLs.
 */
export function routeOfEvent({ transaction }: Pick<ErrorEvent, "transaction">): string | undefined {
  const [, path] = /^(?:[A-Z]{3,10} )?(\/\S*)$/.exec(transaction ?? "") ?? [];
  return path === undefined ? undefined : normalizeRoute(patternOfRoute(path.split("?", 1)[0]!));
}

import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { patternOfRoute } from "#server/domain/trace/path-pattern.ts";
import { normaliseRoute } from "#server/domain/trace/route-tree/route-key.ts";

/**
 * The route that an event names as its transaction: `GET /cart`, `/cart`. Others are functions or
 * pages by their address.
 */
export function routeOfEvent({ transaction }: Pick<ErrorEvent, "transaction">): string | undefined {
  const [, path] = /^(?:[A-Z]{3,10} )?(\/\S*)$/.exec(transaction ?? "") ?? [];
  return path === undefined ? undefined : normaliseRoute(patternOfRoute(path.split("?", 1)[0]!));
}

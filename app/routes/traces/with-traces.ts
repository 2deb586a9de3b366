import type { AskedInProject } from "#app/guard.ts";
import { dayMs } from "#server/domain/time.ts";
import type { TraceId } from "#server/domain/ids.ts";

type Asked = Pick<AskedInProject, "services" | "project">;
type Row = { traceId?: TraceId | undefined };

/**
 * Adds whether each row's trace was received within a day of it: an ID may come without a trace.
 */
export function withTraces<Item extends Row>(
  { services, project }: Asked,
  rows: Item[],
  atOf: (row: Item) => number,
): Promise<(Item & { hasTrace: boolean })[]> {
  return Promise.all(
    rows.map(async (row) => {
      const days = { from: atOf(row) - dayMs, to: atOf(row) + dayMs };
      const spans =
        row.traceId && (await services.store.traces.spanCount(project.id, row.traceId, days));
      return { ...row, hasTrace: spans !== undefined && spans > 0 };
    }),
  );
}

import { grouped } from "#server/domain/count.ts";
import { depthClass } from "#app/ui/depth-class.ts";
import type { MoreRow } from "#server/domain/trace/outline.ts";

/** Rows that a page has no room for, as a link to them. */
export function MoreLine({ row: { where, count, depth }, to }: { row: MoreRow; to: string }) {
  return (
    <tr>
      <td colSpan={2} className={depthClass(depth)}>
        <a href={to}>{`${grouped(count)} ${where === "before" ? "earlier" : "more"}`}</a>
      </td>
    </tr>
  );
}

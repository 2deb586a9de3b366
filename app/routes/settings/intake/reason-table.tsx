import { bytesText } from "#app/ui/bytes.ts";
import { grouped } from "#app/ui/count.ts";
import { attachmentCategory } from "#server/domain/attachment/attachment.ts";
import type { IntakeReason } from "#server/domain/intake-summary.ts";
import { outcomeNames } from "./outcome-names.ts";

/** Why things were not kept, kind by kind. */
export function ReasonTable({ reasons, caption }: { reasons: IntakeReason[]; caption: string }) {
  return (
    <table className="ledger">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col">Outcome</th>
          <th scope="col">Reason</th>
          <th scope="col" className="number">
            Count
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ category, outcome, reason, quantity }) => (
          <tr key={`${category} ${outcome} ${reason}`}>
            <th scope="row">{category}</th>
            <td>{outcomeNames[outcome].name}</td>
            <td>{reason || <span className="meta">{outcomeNames[outcome].means}</span>}</td>
            <td className="number">{category === attachmentCategory ? bytesText(quantity) : grouped(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

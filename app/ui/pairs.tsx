import type { Json } from "#server/domain/json.ts";
import { JsonText } from "./json.tsx";
import { measuredText } from "./format/measured.ts";

/**
 * Names and values as a table: variables, headers, contexts. The caption is for screen readers
 * only.
 */
export function Pairs({
  caption,
  pairs,
}: {
  caption: string;
  pairs: [name: string, value: Json][];
}) {
  return (
    <table className="pairs">
      <caption>{caption}</caption>
      <tbody>
        {pairs.map(([name, value], index) => (
          // Headers and queries may repeat a name.
          <tr key={`${name} ${index}`}>
            <th scope="row">{name}</th>
            <td>
              <Value name={name} value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The raw value is in the title of the formatted one. */
function Value({ name, value }: { name: string; value: Json }) {
  const text = measuredText(name, value);
  return text === undefined ? (
    <JsonText value={value} />
  ) : (
    <span title={String(value)}>{text}</span>
  );
}

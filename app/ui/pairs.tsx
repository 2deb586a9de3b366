import type { Json } from "#server/domain/json.ts";
import { JsonText } from "./json.tsx";

/** Names and values as a table: variables, headers, contexts. The caption is read out, not shown. */
export function Pairs({ caption, pairs }: { caption: string; pairs: [name: string, value: Json][] }) {
  return (
    <table className="pairs">
      <caption>{caption}</caption>
      <tbody>
        {pairs.map(([name, value], index) => (
          // Headers and queries may repeat a name.
          <tr key={`${name} ${index}`}>
            <th scope="row">{name}</th>
            <td>
              <JsonText value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

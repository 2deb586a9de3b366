import { counted, grouped } from "#app/ui/count.ts";
import type { ComparedRow, ComparedTime } from "./compared-row.ts";

/** Operation by operation, what changed most first. */
export function ComparedTable({ rows, more }: { rows: ComparedRow[]; more: number }) {
  return (
    <section className="part">
      <h2>By operation</h2>
      <table className="ledger compared">
        <caption>Operations of both traces, largest self time difference first</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col" className="number count-column">
              First ×
            </th>
            <th scope="col" className="number count-column">
              Second ×
            </th>
            <th scope="col" className="number side-column">
              First self
            </th>
            <th scope="col" className="number side-column">
              Second self
            </th>
            <th scope="col" className="number side-column">
              First total
            </th>
            <th scope="col" className="number side-column">
              Second total
            </th>
            <th scope="col" className="number">
              Self difference
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} {...row} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="meta">{`${counted(more, "more operation")} with smaller changes.`}</p>}
    </section>
  );
}

function Row({ name, service, path, a, b, self, total, slower }: ComparedRow) {
  return (
    <tr>
      <th scope="row">
        {name} <span className="meta">{service}</span>
        <div className="meta">{path}</div>
      </th>
      <Count time={a} />
      <Count time={b} />
      <td className="number side-column">{a?.self}</td>
      <td className="number side-column">{b?.self}</td>
      <td className="number side-column">{a?.total}</td>
      <td className="number side-column">{b?.total}</td>
      <td className={slower === "b" ? "number bad" : "number"} title={`total ${total}`}>
        {self}
      </td>
    </tr>
  );
}

const Count = ({ time }: { time?: ComparedTime }) => (
  <td className="number count-column">{time ? `${grouped(time.count)} ×` : <span className="meta">none</span>}</td>
);

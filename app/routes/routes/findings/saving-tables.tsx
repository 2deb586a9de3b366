import type { ReactNode } from "react";
import type { ShownRepeat, ShownSaving } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** Calls that ran one after the other. What nobody can see in spans is said beside it. */
export function SerialTable({ runs }: { runs: ShownSaving[] }) {
  return (
    <>
      <h3>Could run together</h3>
      <SavingTable
        caption="Calls that ran one after the other, the most worthwhile first"
        what="Calls"
        total="One by one"
        rows={runs}
      />
      <p className="meta">
        They could run together unless one needs the other's result. Savings are replayed on each request's schedule,
        with its parallel work; the median of the requests that gain is shown.
      </p>
    </>
  );
}

export function RepeatTable({ repeats }: { repeats: ShownRepeat[] }) {
  return (
    <>
      <h3>Repeated queries</h3>
      <SavingTable
        caption="Queries that one request makes several times, the most worthwhile first"
        what="Query"
        total="All of them"
        counts={repeats}
        rows={repeats}
      />
    </>
  );
}

type Props = {
  caption: string;
  what: string;
  total: string;
  counts?: Pick<ShownRepeat, "count" | "most">[];
  rows: ShownSaving[];
};

function SavingTable({ caption, what, total, counts, rows }: Props) {
  return (
    <table className="ledger findings-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <Cell head>Found in</Cell>
          {counts && <Cell head>Asked</Cell>}
          <Cell head more>
            {total}
          </Cell>
          <Cell head>Saves</Cell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ ref, name, note, found, total: took, saved, helped }, index) => (
          <tr key={index}>
            <th scope="row">
              <SpanLink to={ref}>{name}</SpanLink>
              <div className="meta">{note}</div>
            </th>
            <Cell>{found}</Cell>
            {counts && (
              <Cell>
                {counts[index]!.count}
                {counts[index]!.most && <div className="meta">{counts[index]!.most}</div>}
              </Cell>
            )}
            <Cell more>{took}</Cell>
            <Cell>
              {saved}
              {helped && <div className="meta">{helped}</div>}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `more` is what phones have no room for. */
function Cell({ head = false, more = false, children }: { head?: boolean; more?: boolean; children: ReactNode }) {
  const className = more ? "number more" : "number";
  if (!head) return <td className={className}>{children}</td>;
  return (
    <th scope="col" className={className}>
      {children}
    </th>
  );
}

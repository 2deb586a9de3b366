import type { ShownComparison, ShownFigure } from "./shown-comparison.ts";

/** The two releases figure by figure, with whether each difference is more than noise. */
export function FiguresTable({ from, to, figures }: Pick<ShownComparison, "from" | "to" | "figures">) {
  return (
    <>
      <table className="ledger compared-releases">
        <caption>{`${from} and ${to} side by side`}</caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="number">
              {from}
            </th>
            <th scope="col" className="number">
              {to}
            </th>
            <th scope="col" className="number">
              Difference
            </th>
            <th scope="col" className="verdict">
              More than noise?
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <Row key={figure.name} {...figure} />
          ))}
        </tbody>
      </table>
      <p className="meta">
        Per minute of the time in which it ran. Below each percentile stands where the true one lies 95 times in 100.
        Two of them differ by more than noise when these ranges do not overlap; two failure rates by a test of two
        proportions.
      </p>
    </>
  );
}

function Row({ name, from, to, fromRange, toRange, difference, change, verdict, isWorse }: ShownFigure) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">
        {from}
        {fromRange && <div className="meta range">{fromRange}</div>}
      </td>
      <td className="number">
        {to}
        {toRange && <div className="meta range">{toRange}</div>}
      </td>
      <td className={isWorse ? "number bad" : "number"}>
        {difference}
        {change && <div className="meta">{change}</div>}
      </td>
      <td className={isWorse ? "verdict bad" : "verdict"}>{verdict}</td>
    </tr>
  );
}

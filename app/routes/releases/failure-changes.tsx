import { href, Link } from "react-router";
import { failsMore as words, ChangeMark } from "#app/routes/routes/change-mark.tsx";
import { shareText } from "#app/routes/routes/figure-text.ts";
import { grouped } from "#app/ui/count.ts";
import type { ShownFailures } from "./shown-reading.ts";

type FailureProps = { project: string; title: string; changes: ShownFailures[]; search: string };

const mostShown = 20;

/** Routes that fail more or less often in this release than in the one before it. */
export function FailureChanges({ project, title, changes, search }: FailureProps) {
  if (changes.length === 0) return null;
  return (
    <table className="ledger route-changes">
      <caption>{`Routes that ${title.replace("Fail", "fail")}`}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="number more">
            Requests
          </th>
          <th scope="col" className="number more">
            Failed before
          </th>
          <th scope="col" className="number">
            Failed
          </th>
          <th scope="col" className="number">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, mostShown).map(({ id, route, service, kind, beforeRate, afterRate, count }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={{ pathname: href("/:project/routes/:route/compare", { project, route: String(id) }), search }}>
                <b>{route || "(no name)"}</b>
              </Link>{" "}
              <span className="meta">
                <bdi>{service}</bdi> · {kind}
              </span>
            </th>
            <td className="number more">{grouped(count)}</td>
            <td className="number more">{shareText(beforeRate)}</td>
            <td className={afterRate > beforeRate ? "number bad" : "number"}>{shareText(afterRate)}</td>
            <td className="number">
              {beforeRate > 0 ? <ChangeMark by={afterRate / beforeRate - 1} words={words} /> : "new"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { href, Link } from "react-router";
import { counted } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { ShownRoute } from "./shown-route.ts";

const foundBy = { trace: "in one of the failed traces above", culprit: "its culprit names this route" };

type IssuesProps = { project: string; issues: ShownRoute["issues"]; search: string; now: number };

/** What broke on this route, and how that is known. */
export function RouteIssues({ project, issues, search, now }: IssuesProps) {
  return (
    <section className="part" id="issues">
      <h2>Issues</h2>
      {issues.length === 0 ? (
        <p className="meta">No issue is known to have happened on this route in this time.</p>
      ) : (
        <table className="ledger">
          <caption>Issues of this route</caption>
          <tbody>
            {issues.map(({ shortId, type, value, count, lastSeen, foundBy: how }) => (
              <tr key={shortId}>
                <th scope="row">
                  <Link to={{ pathname: href("/:project/issues/:issue", { project, issue: shortId }), search }}>
                    <b>{type || value || "(no message)"}</b>
                  </Link>{" "}
                  {type && <span>{value}</span>}
                  <div className="meta">
                    <code>{shortId}</code> · <Time at={lastSeen} now={now} short /> · {foundBy[how]}
                  </div>
                </th>
                <td className="number">{counted(count, "event")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

import { href, Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { releasePath } from "#app/ui/release-link.tsx";
import { packageOf } from "#server/domain/release/order.ts";
import { percentileText, shareText } from "../figure-text.ts";
import { Moment } from "../period-text.tsx";
import type { ShownRelease } from "./shown-releases.ts";

type ReleasesProps = { project: string; id: number; releases: ShownRelease[]; search: string; now: number };

/** What each release made of the route; each leads to its comparison with the one that was newest before it. */
export function ReleasesTable({ project, id, releases, search, now }: ReleasesProps) {
  const named = releases.filter(({ release }) => release !== "");
  const compare = href("/:project/routes/:route/compare", { project, route: String(id) });
  if (named.length === 0) return null;
  const packages = Map.groupBy(named, ({ release }) => packageOf(release));
  const isCompared = (release: string) => packages.get(packageOf(release))!.length > 1;
  return (
    <section className="part">
      <h2>Releases</h2>
      <table className="ledger releases">
        <caption>This route by release, the last seen first</caption>
        <thead>
          <tr>
            <th scope="col">Release</th>
            <th scope="col">First seen, UTC</th>
            <th scope="col" className="number">
              Requests
            </th>
            <th scope="col" className="number">
              p50
            </th>
            <th scope="col" className="number">
              p95
            </th>
            <th scope="col" className="number">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ release, isOlder, firstAt, count, p50Ms, p95Ms, failureRate }) => (
            <tr key={release}>
              <th scope="row">
                {isCompared(release) ? (
                  <>
                    <Link to={`${compare}?${compared(search, release)}`}>{release}</Link>{" "}
                    <Link className="meta" to={releasePath(project, release)}>
                      its page
                    </Link>
                  </>
                ) : (
                  <Link to={releasePath(project, release)}>{release}</Link>
                )}
              </th>
              <td>{isOlder ? "before" : <Moment at={firstAt} now={now} />}</td>
              <td className="number">{grouped(count)}</td>
              <td className="number">{percentileText(p50Ms)}</td>
              <td className="number">{percentileText(p95Ms)}</td>
              <td className={failureRate > 0 ? "number bad" : "number"}>
                {failureRate > 0 ? `✕ ${shareText(failureRate)}` : "0"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {named.some(({ release }) => isCompared(release)) && <p className="meta">Each release leads to a comparison.</p>}
    </section>
  );
}

function compared(search: string, release: string): string {
  const params = new URLSearchParams(search);
  params.delete("release");
  params.set("to", release);
  return params.toString();
}

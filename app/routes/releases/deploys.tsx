import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { Time } from "#app/ui/time.tsx";
import type { Deploy } from "#server/storage/release-store.ts";

/** Where it was deployed, the last time first. */
export function Deploys({ deploys, now }: { deploys: Deploy[]; now: number }) {
  return (
    <section className="part" id="deploys">
      <h2>Deploys</h2>
      {deploys.length === 0 ? (
        <p className="meta">
          None were told. <code>sentry-cli deploys new --release VERSION --env production</code> tells of one.
        </p>
      ) : (
        <table className="ledger">
          <caption>Deploys of this release</caption>
          <thead>
            <tr>
              <th scope="col">Environment</th>
              <th scope="col">Finished</th>
              <th scope="col" className="number">
                Took
              </th>
            </tr>
          </thead>
          <tbody>
            {deploys.map(({ id, environment, name, url, startedAt, finishedAt }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{environment}</bdi>
                  {(name ?? url) !== undefined && (
                    <div className="meta">
                      {url && /^https?:\/\//.test(url) ? <a href={url}>{name ?? url}</a> : name}
                    </div>
                  )}
                </th>
                <td>
                  <Time at={finishedAt} now={now} />
                </td>
                <td className="number">
                  {startedAt !== undefined && startedAt <= finishedAt && spokenDuration(finishedAt - startedAt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

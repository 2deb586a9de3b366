import type { PreviewTime } from "./preview-times.ts";

/** When the schedule would come true next, on its own clock and in UTC. */
export function Preview({ times, timeZone }: { times: PreviewTime[]; timeZone: string }) {
  return (
    <table className="ledger preview" id="preview">
      <caption>The next times this is expected</caption>
      <thead>
        <tr>
          <th scope="col">{timeZone}</th>
          <th scope="col">UTC</th>
        </tr>
      </thead>
      <tbody>
        {times.map(({ iso, local, utc }) => (
          <tr key={iso}>
            <th scope="row">
              <time dateTime={iso}>{local}</time>
            </th>
            <td>{utc}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { bytesText } from "#app/ui/bytes.ts";
import { counted } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";

export type QuarantineShown = {
  requests: number;
  bytes: number;
  newest: {
    name: string;
    at: number;
    bytes: number;
    reason: string;
    project?: { slug: string; name: string } | undefined;
  }[];
};

/** Requests that were accepted and could not be read. */
export function QuarantinePart({ quarantine, now }: { quarantine: QuarantineShown; now: number }) {
  const { requests, bytes, newest } = quarantine;
  return (
    <>
      <h2>Quarantine</h2>
      <p>
        {counted(requests, "accepted request")} ({bytesText(bytes)}) could not be read. Run{" "}
        <code>npx spoor replay</code> with the folder <code>quarantine</code> of the data folder to try again.
      </p>
      <table className="ledger words">
        <caption>{newest.length < requests ? `Newest ${newest.length} requests` : "Requests in quarantine"}</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Project</th>
            <th scope="col">Reason</th>
            <th scope="col" className="number">
              Size
            </th>
            <th scope="col" className="number">
              Since
            </th>
          </tr>
        </thead>
        <tbody>
          {newest.map(({ name, project, reason, bytes: size, at }) => (
            <tr key={name}>
              <th scope="row">
                <code title={name}>{name.slice(0, 8)}</code>
              </th>
              <td>{project?.name ?? "–"}</td>
              <td>{reason}</td>
              <td className="number">{bytesText(size)}</td>
              <td className="number">
                <Time at={at} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

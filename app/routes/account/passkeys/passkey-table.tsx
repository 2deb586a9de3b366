import { Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import type { Factors } from "#server/factor-services.ts";

export function PasskeyTable({ rows, now }: { rows: Factors["passkeys"]; now: number }) {
  if (rows.length === 0) return <p className="empty">You have no passkeys.</p>;
  return (
    <table>
      <caption>Your passkeys, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Passkey</th>
          <th scope="col">Last used</th>
          <th scope="col">Remove</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, createdAt, lastUsedAt }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <div className="meta">
                added <Time at={createdAt} now={now} />
              </div>
            </th>
            <td>
              {lastUsedAt === undefined ? <span className="meta">never</span> : <Time at={lastUsedAt} now={now} />}
            </td>
            <td>
              <Link to={`?remove=${id}`} aria-label={`Remove ${name}`}>
                Remove
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

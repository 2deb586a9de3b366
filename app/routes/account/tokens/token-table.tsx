import { Form } from "react-router";
import { Time } from "#app/ui/time.tsx";
import type { Scope } from "#server/domain/people/person.ts";

type TokenRow = {
  id: number;
  label: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt?: number;
  lastUsedAt?: number;
};

export function TokenTable({ rows, now }: { rows: TokenRow[]; now: number }) {
  if (rows.length === 0) return <p className="empty">No API tokens yet. Create one for each program that needs one.</p>;
  return (
    <table className="words">
      <caption>Your tokens, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} {...row} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ id, label, scopes, createdAt, expiresAt, lastUsedAt, now }: TokenRow & { now: number }) {
  return (
    <tr>
      <th scope="row">
        {label}
        <div className="meta">
          {scopes.join(", ")} · created <Time at={createdAt} now={now} />
        </div>
      </th>
      <td>{lastUsedAt === undefined ? <span className="meta">never</span> : <LastUsed at={lastUsedAt} now={now} />}</td>
      <td>{expiresAt === undefined ? <span className="meta">Never</span> : <Time at={expiresAt} now={now} />}</td>
      <td>
        <Form method="post">
          <input type="hidden" name="token" value={id} />
          <button name="intent" value="revoke" aria-label={`Revoke ${label}`}>
            Revoke
          </button>
        </Form>
      </td>
    </tr>
  );
}

/** Use is written down once an hour: no more than that is claimed. */
function LastUsed({ at, now }: { at: number; now: number }) {
  return now - at < 3_600_000 ? "within the hour" : <Time at={at} now={now} />;
}

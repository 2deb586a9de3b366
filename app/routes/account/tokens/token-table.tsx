import { Form } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import type { Scope } from "#server/domain/people/person.ts";
import { Table } from "#app/ui/table.tsx";

type TokenRow = {
  id: number;
  label: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt?: number;
  lastUsedAt?: number;
};

export function TokenTable({ rows, now }: { rows: TokenRow[]; now: number }) {
  return (
    <Table
      caption="Your tokens, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Token",
          className: "main",
          cell: ({ label, scopes, createdAt }) => (
            <>
              {label}
              <small>
                {scopes.join(", ")} · created <Time at={createdAt} now={now} />
              </small>
            </>
          ),
        },
        {
          head: "Last used",
          className: "wide",
          cell: ({ lastUsedAt }) =>
            lastUsedAt === undefined ? "Never" : <LastUsed at={lastUsedAt} now={now} />,
        },
        {
          head: "Expires",
          cell: ({ expiresAt }) =>
            expiresAt === undefined ? "Never" : <Time at={expiresAt} now={now} />,
        },
        { head: <span className="hidden">Actions</span>, cell: (row) => <RevokeForm {...row} /> },
      ]}
      empty={
        <p className="empty">No tokens yet. Create one for each program that calls the API.</p>
      }
    />
  );
}

const RevokeForm = ({ id, label }: TokenRow) => (
  <Form method="post">
    <input type="hidden" name="token" value={id} />
    <button name="intent" value="revoke" aria-label={`Revoke ${label}`}>
      Revoke
    </button>
  </Form>
);

/** Use is recorded once an hour, so the text is no more precise. */
function LastUsed({ at, now }: { at: number; now: number }) {
  return now - at < 3_600_000 ? "Within the hour" : <Time at={at} now={now} />;
}

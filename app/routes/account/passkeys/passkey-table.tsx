import { Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Factors } from "#server/commands/sign-in/factors.ts";

export function PasskeyTable({ rows, now }: { rows: Factors["passkeys"]; now: number }) {
  return (
    <Table
      caption="Your passkeys, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Passkey",
          cell: ({ name, createdAt }) => (
            <>
              {name}
              <small>
                added <Time at={createdAt} now={now} />
              </small>
            </>
          ),
        },
        {
          head: "Last used",
          cell: ({ lastUsedAt }) =>
            lastUsedAt === undefined ? "Never" : <Time at={lastUsedAt} now={now} />,
        },
        {
          head: <span className="hidden">Actions</span>,
          cell: ({ id, name }) => (
            <Link to={`?remove=${id}`} aria-label={`Remove ${name}`}>
              Remove
            </Link>
          ),
        },
      ]}
      empty={<p className="empty">No passkeys yet.</p>}
    />
  );
}

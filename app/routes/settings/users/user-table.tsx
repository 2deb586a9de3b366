import { href, Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import type { Account } from "#server/storage/people/member-store.ts";
import { UserActs } from "./user-acts.tsx";
import { Table } from "#app/ui/table.tsx";

type UserTableProps = { rows: Account[]; ownId: number; now: number };

export function UserTable({ rows, ownId, now }: UserTableProps) {
  return (
    <Table
      caption="Users of this instance"
      rows={rows}
      keyOf={({ user }) => user.id}
      columns={[
        {
          head: "User",
          className: "main",
          cell: (account) => <Name {...account} {...{ ownId, now }} />,
        },
        {
          head: "Role and projects",
          className: "word",
          cell: ({ user, projects }) => (
            <>
              {user.role}
              {user.disabledAt !== undefined && (
                <>
                  , disabled <Time at={user.disabledAt} now={now} />
                </>
              )}
              <Projects projects={projects} />
            </>
          ),
        },
        {
          head: <span className="hidden">Actions</span>,
          cell: ({ user }) => <UserActs {...user} isOneself={user.id === ownId} />,
        },
      ]}
    />
  );
}

function Name({ user, lastSignInAt, ownId, now }: Account & { ownId: number; now: number }) {
  return (
    <>
      {user.name}
      {user.id === ownId && " (you)"}
      <small>
        {user.email} · {lastSignInAt === undefined ? "never signed in" : "last sign-in "}
        {lastSignInAt !== undefined && <Time at={lastSignInAt} now={now} />}
      </small>
    </>
  );
}

const mostShown = 5;

function Projects({ projects }: Pick<Account, "projects">) {
  if (projects.length === 0) return null;
  return (
    <small>
      {projects.slice(0, mostShown).map(({ slug, name, role }, index) => (
        <span key={slug}>
          {index > 0 && ", "}
          <Link to={href("/:project/settings/members", { project: slug })}>{name}</Link> {role}
        </span>
      ))}
      {projects.length > mostShown && `, and ${projects.length - mostShown} more`}
    </small>
  );
}

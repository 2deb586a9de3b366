import { href, Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import type { Account } from "#server/storage/member-store.ts";
import { UserActs } from "./user-acts.tsx";

type UserTableProps = { rows: Account[]; ownId: number; now: number };

export function UserTable({ rows, ownId, now }: UserTableProps) {
  return (
    <table className="words">
      <caption>Users of this instance</caption>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Role and projects</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((account) => (
          <Row key={account.user.id} {...account} isOneself={account.user.id === ownId} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ user, lastSignInAt, projects, isOneself, now }: Account & { isOneself: boolean; now: number }) {
  return (
    <tr>
      <th scope="row">
        {user.name}
        {isOneself && " (you)"}
        <div className="meta">
          {user.email} · {lastSignInAt === undefined ? "never signed in" : "last sign-in "}
          {lastSignInAt !== undefined && <Time at={lastSignInAt} now={now} />}
        </div>
      </th>
      <td>
        {user.role}
        {user.disabledAt !== undefined && (
          <>
            , disabled <Time at={user.disabledAt} now={now} />
          </>
        )}
        <Projects projects={projects} />
      </td>
      <td>
        <UserActs {...user} isOneself={isOneself} />
      </td>
    </tr>
  );
}

const mostShown = 5;

function Projects({ projects }: Pick<Account, "projects">) {
  if (projects.length === 0) return null;
  return (
    <div className="meta">
      {projects.slice(0, mostShown).map(({ slug, name, role }, index) => (
        <span key={slug}>
          {index > 0 && ", "}
          <Link to={href("/:project/settings/members", { project: slug })}>{name}</Link> {role}
        </span>
      ))}
      {projects.length > mostShown && `, and ${projects.length - mostShown} more`}
    </div>
  );
}

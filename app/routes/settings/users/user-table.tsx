import { href, Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import { counted } from "#app/ui/count.ts";
import type { Account } from "#server/storage/member-store.ts";
import { UserActs } from "./user-acts.tsx";

type UserTableProps = { rows: Account[]; ownId: number; now: number };

export function UserTable({ rows, ownId, now }: UserTableProps) {
  return (
    <table>
      <caption>Everybody who has an account on this Spoor</caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Role</th>
          <th scope="col">Last sign-in</th>
          <th scope="col">Projects</th>
          <th scope="col">Act</th>
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
        <div className="meta">{user.email}</div>
      </th>
      <td>
        {user.role}
        {user.disabledAt !== undefined && (
          <div className="meta">
            disabled <Time at={user.disabledAt} now={now} />
          </div>
        )}
      </td>
      <td>{lastSignInAt === undefined ? <span className="meta">never</span> : <Time at={lastSignInAt} now={now} />}</td>
      <td>
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
  if (projects.length === 0) return <span className="meta">none</span>;
  return (
    <>
      {projects.slice(0, mostShown).map(({ slug, name, role }, index) => (
        <span key={slug}>
          {index > 0 && ", "}
          <Link to={href("/:project/settings/members", { project: slug })}>{name}</Link>{" "}
          <span className="meta">{role}</span>
        </span>
      ))}
      {projects.length > mostShown && (
        <span className="meta">, {counted(projects.length - mostShown, "more", "more")}</span>
      )}
    </>
  );
}

import { Form, href, Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import { hasEnded } from "#server/domain/share/share.ts";
import type { ListedShare } from "#server/storage/share-store.ts";

type Props = { project: string; shares: ListedShare[]; /** Says what each shows. */ isMixed?: boolean; now: number };

/** Links that were made, without what opens them: that was shown once. */
export function ShareTable({ project, shares, isMixed = false, now }: Props) {
  return (
    <table className="words">
      <caption>Share links, newest first</caption>
      <thead>
        <tr>
          {isMixed && <th scope="col">Target</th>}
          <th scope="col">Created</th>
          <th scope="col">Expires</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <ShareRow key={share.id} {...{ project, share, isMixed, now }} />
        ))}
      </tbody>
    </table>
  );
}

function ShareRow({ project, share, isMixed, now }: { share: ListedShare } & Required<Omit<Props, "shares">>) {
  const { id, createdAt, madeByName = "a former user", expiresAt } = share;
  const made = (
    <>
      <Time at={createdAt} now={now} /> by {madeByName}
    </>
  );
  return (
    <tr>
      {isMixed && (
        <th scope="row">
          <Shown project={project} share={share} />
        </th>
      )}
      {isMixed ? <td>{made}</td> : <th scope="row">{made}</th>}
      <td>
        {expiresAt === undefined && <span className="meta">Never</span>}
        {expiresAt !== undefined && hasEnded(share, now) && "ended "}
        {expiresAt !== undefined && <Time at={expiresAt} now={now} />}
      </td>
      <td>
        <Form method="post">
          <input type="hidden" name="share" value={id} />
          <button name="intent" value="revoke" aria-label={`Revoke link ${id}`}>
            Revoke
          </button>
        </Form>
      </td>
    </tr>
  );
}

function Shown({ project, share: { target, issue = "" } }: { project: string; share: ListedShare }) {
  if (target.kind === "issue")
    return <Link to={href("/:project/issues/:issue/share", { project, issue })}>{issue}</Link>;
  const { traceId } = target;
  return (
    <Link to={href("/:project/traces/:trace/share", { project, trace: traceId })}>
      trace <code>{traceId.slice(0, 8)}</code>
    </Link>
  );
}

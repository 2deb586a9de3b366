import { Form, href, Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import { hasEnded } from "#server/domain/share/share.ts";
import type { ListedShare } from "#server/storage/projects/share-store.ts";
import { Table } from "#app/ui/table.tsx";

type Props = {
  project: string;
  shares: ListedShare[];
  /** Also shows what each link shares. */ isMixed?: boolean;
  now: number;
};

/** Share links without their secret, which is shown once. */
export function ShareTable({ project, shares, isMixed = false, now }: Props) {
  return (
    <Table
      caption="Share links, newest first"
      rows={shares}
      keyOf={({ id }) => id}
      columns={[
        isMixed && {
          head: "Shows",
          className: "main",
          cell: (share) => <Shown project={project} share={share} />,
        },
        {
          head: "Created",
          cell: ({ createdAt, madeByName = "a former user" }) => (
            <>
              <Time at={createdAt} now={now} /> by {madeByName}
            </>
          ),
        },
        { head: "Expires", cell: (share) => <Expiry share={share} now={now} /> },
        { head: <span className="hidden">Actions</span>, cell: ({ id }) => <RevokeForm id={id} /> },
      ]}
    />
  );
}

function Expiry({ share, now }: { share: ListedShare; now: number }) {
  if (share.expiresAt === undefined) return "Never";
  return (
    <>
      {hasEnded(share, now) && "expired "}
      <Time at={share.expiresAt} now={now} />
    </>
  );
}

const RevokeForm = ({ id }: Pick<ListedShare, "id">) => (
  <Form method="post">
    <input type="hidden" name="share" value={id} />
    <button name="intent" value="revoke" aria-label={`Revoke link ${id}`}>
      Revoke
    </button>
  </Form>
);

function Shown({
  project,
  share: { target, issue = "" },
}: {
  project: string;
  share: ListedShare;
}) {
  if (target.kind === "issue")
    return <Link to={href("/:project/issues/:issue/share", { project, issue })}>{issue}</Link>;
  const { traceId } = target;
  return (
    <Link to={href("/:project/traces/:trace/share", { project, trace: traceId })}>
      trace <code>{traceId.slice(0, 8)}</code>
    </Link>
  );
}

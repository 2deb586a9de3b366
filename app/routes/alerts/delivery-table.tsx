import { capitalized } from "#server/domain/capitalized.ts";
import { Form, href, Link } from "react-router";
import { counted } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import { channelNames, type ShownDelivery } from "./shown-delivery.ts";
import { Soon } from "./soon.tsx";
import { Table } from "#app/ui/table.tsx";

type DeliveryTableProps = {
  caption: string;
  rows: ShownDelivery[];
  now: number;
  /** Whether to name the rule: not on its own page. */
  namesRules?: boolean;
  /** URL for a row's buttons; absent: no buttons. */
  actAt?: (row: ShownDelivery) => string | undefined;
};

/** Deliveries with recipients, status, and responses. */
export function DeliveryTable({
  caption,
  rows,
  now,
  namesRules = false,
  actAt,
}: DeliveryTableProps) {
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Notification",
          cell: (row) => (
            <>
              {row.subject}
              <small>
                {channelNames[row.channel]} to {row.to}
                {namesRules && <RuleOf {...row} />}
              </small>
            </>
          ),
        },
        { head: "Status", cell: (row) => <Progress {...row} now={now} /> },
        actAt !== undefined && {
          head: <span className="hidden">Actions</span>,
          cell: (row) => <Acts row={row} action={actAt(row)} />,
        },
      ]}
    />
  );
}

function RuleOf({ rule, project, isTest }: ShownDelivery) {
  if (!rule)
    return (
      <>
        {isTest ? ", unsaved rule of " : ", personal notification for "}
        {project.name}
      </>
    );
  const to = href("/:project/alerts/:rule/deliveries", {
    project: project.slug,
    rule: String(rule.id),
  });
  return (
    <>
      , rule <Link to={to}>{rule.name}</Link> of {project.name}
    </>
  );
}

function Progress({ state, at, tries, answer, now }: ShownDelivery & { now: number }) {
  const isOpen = state === "pending" || state === "retrying";
  return (
    <>
      <span className={`badge ${marks[state]}`}>{capitalized(state)}</span>{" "}
      {isOpen ? (
        <>
          next try <Soon at={at} now={now} />
        </>
      ) : (
        <Time at={at} now={now} />
      )}
      {tries > 0 && <span className="meta"> · {counted(tries, "try", "tries")}</span>}
      {answer !== undefined && <small>{answer}</small>}
    </>
  );
}

/** Successful deliveries have no color. */
const marks: Record<ShownDelivery["state"], string> = {
  pending: "",
  retrying: "",
  delivered: "resolved",
  failed: "regressed",
};

function Acts({
  row: { id, state, subject, to },
  action,
}: {
  row: ShownDelivery;
  action: string | undefined;
}) {
  if (action === undefined || state === "delivered") return null;
  const what = `“${subject}” to ${to}`;
  return (
    <Form className="row" method="post" action={action}>
      <input type="hidden" name="delivery" value={id} />
      {state !== "pending" && (
        <button className="quiet" name="intent" value="retry" aria-label={`Try now: ${what}`}>
          Try now
        </button>
      )}
      {state !== "failed" && (
        <button className="quiet" name="intent" value="cancel" aria-label={`Cancel: ${what}`}>
          Cancel
        </button>
      )}
    </Form>
  );
}

import { Form, href, redirect } from "react-router";
import { requireOwner } from "#app/guard.ts";
import { DeliveryTable } from "#app/routes/alerts/delivery-table.tsx";
import { channelNames, shownDelivery } from "#app/routes/alerts/shown-delivery.ts";
import { Pager } from "#app/ui/pager.tsx";
import { Table } from "#app/ui/table.tsx";
import { grouped } from "#server/domain/count.ts";
import { keptDays } from "#server/domain/delivery/delivery.ts";
import { dayMs } from "#server/domain/time.ts";
import type { ChannelCounts } from "#server/storage/alerts/delivery-store.ts";
import type { Route } from "./+types/deliveries.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services } = requireOwner(args);
  const { store, now } = services;
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  const [counts, failed] = [
    await store.deliveries.counts(now() - dayMs),
    await store.deliveries.list({
      state: "failed",
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    }),
  ];
  return { counts, rows: failed.rows.map(shownDelivery), next: failed.next, now: now() };
}

/** Retries everything that failed in the last day. */
export async function action(args: Route.ActionArgs) {
  const { services } = requireOwner(args);
  await services.commands.retryFailedDeliveries();
  return redirect(href("/settings/deliveries"), 303);
}

export default function Deliveries({
  loaderData: { counts, rows, next, now },
}: Route.ComponentProps) {
  const hasFailed = counts.some(({ failed }) => failed > 0);
  return (
    <>
      <title>Deliveries · Spoor</title>
      <SettingsPart
        title="Deliveries"
        text="Notifications sent in the last 24 hours, by channel."
        isWide
      >
        {counts.length > 0 ? (
          <ChannelTable counts={counts} />
        ) : (
          <p className="empty">Nothing was sent in the last 24 hours.</p>
        )}
        {hasFailed && (
          <Form className="form" method="post">
            <button>Retry failed deliveries of the last 24 hours</button>
          </Form>
        )}
        {rows.length > 0 && (
          <DeliveryTable
            caption={`Failed deliveries of the last ${keptDays} days`}
            rows={rows}
            now={now}
            namesRules
            actAt={actAt}
          />
        )}
        <Pager next={next} label="Pages of failed deliveries" />
      </SettingsPart>
    </>
  );
}

/** Personal emails have no rule with a history, so they are retried here. */
function actAt({
  rule,
  project,
}: {
  rule?: { id: number };
  project: { slug: string };
}): string | undefined {
  return (
    rule &&
    href("/:project/alerts/:rule/deliveries", { project: project.slug, rule: String(rule.id) })
  );
}

const states = [
  ["pending", "Pending"],
  ["retrying", "Retrying"],
  ["delivered", "Delivered"],
  ["failed", "Failed"],
] as const;

function ChannelTable({ counts }: { counts: ChannelCounts[] }) {
  return (
    <Table
      caption="Pending deliveries, and deliveries finished in the last 24 hours"
      rows={counts}
      keyOf={({ kind }) => kind}
      columns={[
        { head: "Channel", cell: ({ kind }) => channelNames[kind] },
        ...states.map(([state, head]) => ({
          head,
          className: "number",
          cell: (each: ChannelCounts) => grouped(each[state]),
        })),
      ]}
    />
  );
}

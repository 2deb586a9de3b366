import { data, href, Link, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { wrongForm } from "#server/domain/form/read-form.ts";
import { may } from "#server/domain/people/permission.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/deliveries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { readDeliveries } from "./read-deliveries.ts";
import { requireRule } from "./require-rule.ts";
import { WaitingLine } from "./waiting-line.tsx";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, viewer, project } = asked;
  const rule = await requireRule(args, asked);
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  return {
    history: await readDeliveries(services, rule, { cursor, limit: pageSize }),
    rule: rule.name,
    name: project.name,
    now: services.now(),
    mayAct: may(viewer, "project:change", project.id),
  };
}

/** `retry` and `cancel`, for `delivery` in the form. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  await requireRule(args, asked);
  const { retryDelivery, cancelDelivery } = asked.services.commands;
  const form = await args.request.formData();
  const [intent, id] = [form.get("intent"), Number(form.get("delivery"))];
  const problem =
    (intent === "retry" && (await retryDelivery(asked.project, id))) ||
    (intent === "cancel" && (await cancelDelivery(asked, asked.project, id)));
  if (problem) return data(wrongForm({ form: problem.detail }, {}), { status: statusOf(problem) });
  return redirect(href("/:project/alerts/:rule/deliveries", args.params) + args.url.search, 303);
}

export default function Deliveries({ loaderData, actionData, params }: Route.ComponentProps) {
  const { history, rule, name, now, mayAct } = loaderData;
  const acts = mayAct && { actAt: () => href("/:project/alerts/:rule/deliveries", params) };
  return (
    <>
      <title>{`Deliveries of ${rule} · ${name} · Spoor`}</title>
      <Crumbs>
        <Link to={href("/:project/alerts", params)}>Alerts</Link>{" "}
        <Link to={href("/:project/alerts/:rule", params)}>{rule}</Link>
      </Crumbs>
      <h1>Deliveries of “{rule}”</h1>
      {actionData && <FormError wrong={actionData} />}
      {history.waiting && <WaitingLine {...history.waiting} now={now} />}
      {history.rows.length > 0 ? (
        <DeliveryTable caption="Deliveries of this rule" rows={history.rows} now={now} {...acts} />
      ) : (
        <p className="empty">No deliveries yet. Send a test notification on the rule's page.</p>
      )}
      <Pager next={history.next} label="Pages of deliveries" />
      <p className="meta">
        Failed deliveries are retried for one day. Deliveries are kept for 30 days.
      </p>
    </>
  );
}

import { data, href, Link, redirect } from "react-router";
import { notFound, requireProject } from "#app/guard.ts";
import { FormError } from "#app/ui/form-error.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { wrongForm } from "#server/domain/form/read-form.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import { may } from "#server/domain/people/permission.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/deliveries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { readDeliveries } from "./read-deliveries.ts";
import { WaitingLine } from "./waiting-line.tsx";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project } = await requireProject(args, "project:read");
  const id = Number(args.params.rule);
  const rule = Number.isSafeInteger(id) && (await services.store.alerts.find(project.id, id as AlertRuleId));
  if (!rule) throw notFound(args, "There is no such rule in this project.");
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  return {
    history: await readDeliveries(services, rule, { cursor, limit: pageSize }),
    ...{ rule: rule.name, name: project.name, now: services.now() },
    mayAct: may(viewer, "project:change", project.id),
  };
}

/** `retry` and `cancel`, of the `delivery` that the form names. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const form = await args.request.formData();
  const { commands } = asked.services;
  const id = Number(form.get("delivery"));
  const isRetry = form.get("intent") === "retry";
  const problem = isRetry
    ? await commands.retryDelivery(asked.project, id)
    : await commands.cancelDelivery(asked, asked.project, id);
  if (problem) return data(wrongForm({ form: problem.detail }, {}), { status: statusOf(problem) });
  return redirect(href("/:project/alerts/:rule/deliveries", args.params) + args.url.search, 303);
}

export default function Deliveries({ loaderData, actionData, params }: Route.ComponentProps) {
  const { history, rule, name, now, mayAct } = loaderData;
  const acts = mayAct && { actAt: () => href("/:project/alerts/:rule/deliveries", params) };
  return (
    <>
      <title>{`Deliveries of ${rule} · ${name} · Spoor`}</title>
      <h1>Deliveries of “{rule}”</h1>
      <p>
        <Link to={`/${params.project}/alerts/${params.rule}`}>The rule</Link>
      </p>
      {actionData && <FormError wrong={actionData} />}
      {history.waiting && <WaitingLine {...history.waiting} now={now} />}
      {history.rows.length > 0 ? (
        <DeliveryTable caption="What this rule sent" rows={history.rows} now={now} {...acts} />
      ) : (
        <p className="empty">This rule has sent nothing. Send a test on its page to see whether it arrives.</p>
      )}
      <Pager next={history.next} label="Pages of deliveries" />
      <p className="meta">Deliveries are kept for 30 days, and tried for one.</p>
    </>
  );
}

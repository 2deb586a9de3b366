import { data, Form, href, Link, redirect } from "react-router";
import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import { FormError } from "#app/ui/form-error.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import { wrongForm } from "#server/domain/form/read-form.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/deliveries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { readDeliveries } from "./read-deliveries.ts";
import { WaitingLine } from "./waiting-line.tsx";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, viewer, project } = asked;
  const rule = await requireRule(args, asked);
  const cursor = args.url.searchParams.get("cursor") ?? undefined;
  return {
    history: await readDeliveries(services, rule, { cursor, limit: pageSize }),
    ...{ rule: rule.name, name: project.name, now: services.now() },
    mayAct: may(viewer, "project:change", project.id),
  };
}

/** `test`; `retry` and `cancel`, of the `delivery` that the form names. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const rule = await requireRule(args, asked);
  const problem = await act(asked, rule, await args.request.formData());
  if (problem) return data(wrongForm({ form: problem.detail }, {}), { status: statusOf(problem) });
  return redirect(href("/:project/alerts/:rule/deliveries", args.params) + args.url.search, 303);
}

async function act(asked: AskedInProject, rule: AlertRule, form: FormData): Promise<Problem | undefined> {
  const { services, project } = asked;
  const id = Number(form.get("delivery"));
  switch (form.get("intent")) {
    case "test":
      return void (await services.commands.testAlertRule(project, rule));
    case "retry":
      return services.commands.retryDelivery(project, id);
    default:
      return services.commands.cancelDelivery(asked, project, id);
  }
}

async function requireRule(args: Route.LoaderArgs | Route.ActionArgs, { services, project }: AskedInProject) {
  const id = Number(args.params.rule);
  const rule = Number.isSafeInteger(id) && (await services.store.alerts.find(project.id, id as AlertRuleId));
  if (!rule) throw notFound(args, "There is no such rule in this project.");
  return rule;
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
      {mayAct && (
        <Form className="form" method="post">
          <button className="primary" name="intent" value="test">
            Send a test
          </button>
        </Form>
      )}
      {history.waiting && <WaitingLine {...history.waiting} now={now} />}
      {history.rows.length > 0 ? (
        <DeliveryTable caption="What this rule sent" rows={history.rows} now={now} {...acts} />
      ) : (
        <p className="empty">This rule has sent nothing. Send a test to see whether it arrives.</p>
      )}
      <Pager next={history.next} label="Pages of deliveries" />
      <p className="meta">Deliveries are kept for 30 days, and tried for one.</p>
    </>
  );
}

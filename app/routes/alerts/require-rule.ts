import type { RouterContextProvider } from "react-router";
import { type AskedInProject, notFound } from "#app/guard.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import type { ListedRule } from "#server/storage/alerts/alert-store.ts";

type Asked = { context: Readonly<RouterContextProvider>; params: { rule: string } };

/** The rule in the URL; rules of other projects count as missing. */
export async function requireRule(
  asked: Asked,
  { services, project }: AskedInProject,
): Promise<ListedRule> {
  const id = Number(asked.params.rule);
  const rule =
    Number.isSafeInteger(id) && (await services.store.alerts.find(project.id, id as AlertRuleId));
  if (!rule) throw notFound(asked, "This alert rule doesn't exist or was deleted.");
  return rule;
}

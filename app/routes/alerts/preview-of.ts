import type { AskedInProject } from "#app/guard.ts";
import { type RuleDraft, shownValues } from "#server/domain/alert/rule-form.ts";
import { wrongForm, type WrongForm } from "#server/domain/form/read-form.ts";
import type { AlertRuleId } from "#server/domain/ids.ts";
import type { AlertReading } from "#server/read/alerts/read-alert-rule.ts";

/** How often an unsaved rule would have triggered, and the form as entered, without secrets. */
export async function previewOf(
  { services, project }: AskedInProject,
  { name, when, filter, environment, pace }: RuleDraft,
  form: FormData,
): Promise<WrongForm & { preview: AlertReading }> {
  const unsaved = {
    id: 0 as AlertRuleId,
    projectId: project.id,
    channels: [],
    createdAt: 0,
    since: 0,
  };
  const preview = await services.readAlertRule(project, {
    ...unsaved,
    name,
    when,
    filter,
    environment,
    pace,
  });
  return { ...wrongForm({}, shownValues(form)), preview };
}

import type { AskedInProject } from "#app/guard.ts";
import type { Channel } from "#server/domain/alert/channel.ts";
import { type RuleDraft, shownValues } from "#server/domain/alert/rule-form.ts";
import { wrongForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { type ShownDelivery, shownDelivery } from "./shown-delivery.ts";

/**
 * Sends a test of an unsaved rule. Returns each recipient's response, and the form as entered,
 * without secrets.
 */
export async function testOf(
  asked: AskedInProject,
  draft: RuleDraft,
  form: FormData,
  before: Channel[],
): Promise<WrongForm & { tested: ShownDelivery[] }> {
  const tested = await asked.services.commands.testAlertDraft(asked, asked.project, draft, before);
  return {
    ...wrongForm({}, shownValues(form)),
    tested: tested.map(shownDelivery),
  };
}

import { data } from "react-router";
import { fillSlug } from "#app/routes/projects/form.ts";
import { formValues, readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import { checkTimetable } from "#server/domain/monitor/schedule.ts";
import type { Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { fieldOf, monitorForm, monitorOfForm } from "./monitor-form.ts";
import { type PreviewTime, previewTimes } from "./preview-times.ts";
import type { MonitorForm } from "#server/commands/monitors.ts";

/** The form's page again, with errors or a preview. */
type Again = WrongForm & { preview?: { times: PreviewTime[]; timeZone: string } };
type Answer = ReturnType<typeof data<Again>>;
type Values = WrongForm["values"];

/** The validated form, or its response. */
export async function readMonitorForm(
  request: Request,
  now: number,
): Promise<{ monitor: MonitorForm; values: Values } | { answer: Answer }> {
  const form = fillSlug(await request.formData(), "name", "slug");
  const values = formValues(form);
  const read = readForm(monitorForm, form);
  if (!read.ok) return { answer: data<Again>({ errors: read.errors, values }, { status: 422 }) };
  const monitor = monitorOfForm(read.fields);
  const wrong = checkTimetable(monitor, now);
  if (wrong) return { answer: refuse(wrong, values) };
  if (values["intent"] !== "preview") return { monitor, values };
  const { timeZone } = monitor;
  return {
    answer: data<Again>({
      errors: {},
      values,
      preview: { times: previewTimes(monitor, now), timeZone },
    }),
  };
}

export function refuse(problem: Problem, values: Values): Answer {
  return data<Again>(wrongForm({ [fieldOf(problem)]: problem.detail }, values), {
    status: statusOf(problem),
  });
}

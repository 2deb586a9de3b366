import { data } from "react-router";
import { fillSlug } from "#app/routes/projects/form.ts";
import { refused } from "#app/routes/session/refused.ts";
import { formValues, readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { checkTimetable } from "#server/domain/monitor/schedule.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { MonitorForm } from "#server/monitor-services.ts";
import { fieldOf, monitorForm, monitorOfForm } from "./monitor-form.ts";
import { type PreviewTime, previewTimes } from "./preview-times.ts";

type FormValues = WrongForm["values"];

/** The form, ready to be saved; or its page once more, with what is wrong or with the preview that was asked for. */
export async function readMonitorForm(request: Request, now: number) {
  const form = fillSlug(await request.formData(), "name", "slug");
  const values = formValues(form);
  const read = readForm(monitorForm, form);
  if (!read.ok) return { answer: data(read, { status: 422 }) };
  const monitor = monitorOfForm(read.fields);
  const wrong = checkTimetable(monitor, now);
  if (wrong) return { answer: refuse(wrong, values) };
  if (values["intent"] === "preview") return { answer: data(preview(monitor, values, now)) };
  return { monitor, values };
}

export const refuse = (problem: Problem, values: FormValues) => refused(problem, values, fieldOf(problem));

type Previewed = WrongForm & { preview: { times: PreviewTime[]; timeZone: string } };

function preview(monitor: MonitorForm, values: FormValues, now: number): Previewed {
  const { timeZone } = monitor;
  return { errors: {}, values, preview: { times: previewTimes(monitor, now), timeZone } };
}

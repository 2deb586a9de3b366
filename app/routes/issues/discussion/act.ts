import { data, href, redirect } from "react-router";
import * as v from "valibot";
import type { AskedAboutIssue } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { readForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { CommentId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";

const text = v.optional(v.string(), "");
const number = v.pipe(
  v.string("The form is incomplete."),
  v.regex(/^[1-9]\d{0,14}$/, "The form is incomplete."),
  v.transform(Number),
);
const id = v.pipe(
  number,
  v.transform((value) => value as CommentId),
);

/** Actions of the activity page. `id`: the comment's. `version`: the edited version. */
const form = v.variant(
  "intent",
  [
    v.object({ intent: v.literal("comment"), text }),
    v.object({ intent: v.literal("preview"), text }),
    v.object({ intent: v.literal("edit"), id, version: number, text }),
    v.object({ intent: v.literal("delete"), id }),
  ],
  "Unknown action.",
);

/** Redirects with 303 to the comment on the page; a preview and an invalid form keep the text. */
export async function act(asked: AskedAboutIssue, posted: FormData, search: string) {
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  const { fields } = read;
  switch (fields.intent) {
    case "preview":
      return preview(asked, posted, fields.text);
    case "comment":
      return answer(await asked.services.commands.comment(asked.viewer, asked.issue, fields.text));
    case "edit":
      return answer(await asked.services.commands.editComment(asked.viewer, asked.issue, fields));
    case "delete":
      return answer(
        await asked.services.commands.deleteComment(asked.viewer, asked.issue, fields.id),
      );
  }

  type Outcome = Awaited<ReturnType<(typeof asked)["services"]["commands"]["editComment"]>>;

  function answer(outcome: Outcome) {
    if (isProblem(outcome))
      return refused(outcome, valuesOf(posted), outcome.problem === "invalid" ? "text" : "form");
    if ("conflict" in outcome) {
      const { version, text: present } = outcome.conflict;
      const wrong = wrongForm(
        { form: "This comment changed while you were writing." },
        { ...valuesOf(posted), version: String(version) },
      );
      return data({ ...wrong, present }, { status: 409 });
    }
    const { project, issue } = asked;
    const path = href("/:project/issues/:issue/activity", {
      project: project.slug,
      issue: issue.shortId,
    });
    return redirect(`${path}${search}#comment-${outcome.id}`, 303);
  }
}

async function preview({ services, project }: AskedAboutIssue, posted: FormData, typed: string) {
  const { read } = await services.readTexts(project, [typed.slice(0, longestPreview)]);
  return data({ ...wrongForm({}, valuesOf(posted)), preview: read[0]! });
}

const longestPreview = 10_000;

function valuesOf(posted: FormData): { [field: string]: string } {
  const fields = ["intent", "id", "version", "text"].map(
    (name) => [name, posted.get(name)] as const,
  );
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

import { data, Form, href, Link, redirect } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { sessionCookie } from "#app/cookies.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { fillSlug } from "#app/routes/projects/form.ts";
import { platformNames } from "#app/routes/projects/platform-names.ts";
import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Route } from "./+types/page.ts";
import { setUpForm } from "./form.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { commands, store } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  if (await commands.maySetUp(token)) return { token };
  return data({ token: undefined, done: await store.people.any() }, { status: 403 });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = fillSlug(await request.formData(), "projectName", "projectSlug");
  const read = readForm(setUpForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const token = read.fields.token || (url.searchParams.get("token") ?? "");
  const made = await context.get(servicesContext).commands.setUp({ ...read.fields, token });
  if (isProblem(made)) return data(refused(made, read.fields), { status: statusOf(made) });
  const headers = { "Set-Cookie": sessionCookie(made.session, context.get(requestContext)) };
  return redirect(href("/:project/connect", { project: made.project.slug }), { status: 303, headers });
}

function refused(problem: Problem, fields: WrongForm["values"]): WrongForm {
  return wrongForm({ [problem.problem === "conflict" ? "projectSlug" : "form"]: problem.detail }, fields);
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  return (
    <>
      <title>Set up · Spoor</title>
      <h1>Set up Spoor</h1>
      {token === undefined ? (
        <Refused done={"done" in loaderData && loaderData.done} />
      ) : (
        <SetUpForm token={token} wrong={actionData} />
      )}
    </>
  );
}

function SetUpForm({ token, wrong }: { token: string; wrong?: WrongForm }) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <input type="hidden" name="token" value={token} />
      <fieldset>
        <legend>Your account</legend>
        <Field label="Mail address" name="email" type="email" autoComplete="username" required wrong={wrong} />
        <Field label="Name" name="name" autoComplete="name" required maxLength={100} wrong={wrong} />
        <Field
          {...{ label: "Password", name: "password", type: "password", autoComplete: "new-password", wrong }}
          hint="At least 12 characters. It may be a sentence."
          required
        />
      </fieldset>
      <fieldset>
        <legend>Your first project</legend>
        <Field label="Name" name="projectName" required maxLength={100} wrong={wrong} />
        <Field
          {...{ label: "Slug", name: "projectSlug", maxLength: 50, wrong }}
          hint="Its name in addresses. Made of the name when left empty."
        />
        <Choice label="Platform" name="platform" options={platformNames} wrong={wrong} />
      </fieldset>
      <button className="primary">Set up</button>
    </Form>
  );
}

function Refused({ done }: { done: boolean }) {
  if (done)
    return (
      <p>
        This Spoor has been set up already. <Link to="/login">Sign in</Link>
      </p>
    );
  return (
    <p>This set-up link is not valid any more. The server prints a new one at each start until there is an owner.</p>
  );
}

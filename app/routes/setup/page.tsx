import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import { servicesContext } from "#app/context.ts";
import { fillSlug } from "#app/routes/projects/form.ts";
import { platformNames } from "#app/routes/projects/platform-names.ts";
import { clientOf, signedIn } from "#app/routes/session/client-of.ts";
import { NewPasswordField } from "#app/routes/session/new-password-field.tsx";
import { keepRetryAfter, refused, waitOf } from "#app/routes/session/refused.ts";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { EmailField } from "#app/ui/form/email-field.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import {
  emailField,
  equalsEmail,
  nameField,
  passwordField,
  passwordIsEmail,
  platformField,
  slugField,
} from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/page.ts";

/** The owner and the first project. */
const setUpForm = v.pipe(
  v.object({
    token: v.optional(v.string(), ""),
    email: emailField,
    name: nameField,
    password: passwordField,
    projectName: nameField,
    projectSlug: slugField,
    platform: v.optional(platformField, "other"),
    sample: v.optional(v.string(), ""),
  }),
  v.forward(
    v.partialCheck(
      [["email"], ["password"]],
      ({ email, password }) => !equalsEmail(password, email),
      passwordIsEmail,
    ),
    ["password"],
  ),
);

export const headers = keepRetryAfter;

export async function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  const { commands, store } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  if (await commands.maySetUp(token)) return { token };
  if (await store.people.any()) return data({ token: undefined, done: true }, { status: 403 });
  const problem = await commands.refuseToken(clientOf(args));
  const limited = problem.problem === "limited" ? problem.detail : undefined;
  return data(
    { token: undefined, done: false, limited },
    { status: limited ? 429 : 403, headers: waitOf(problem) },
  );
}

export async function action(args: Route.ActionArgs) {
  const { request, context, url } = args;
  const form = fillSlug(await request.formData(), "projectName", "projectSlug");
  const read = readForm(setUpForm, form);
  if (!read.ok) return data(withSlugBesideName(read), { status: 422 });
  const token = read.fields.token || (url.searchParams.get("token") ?? "");
  const made = await context
    .get(servicesContext)
    .commands.setUp({ ...read.fields, token }, clientOf(args));
  if (isProblem(made))
    return refused(made, read.fields, made.problem === "conflict" ? "projectName" : "form");
  if (read.fields.sample === "yes") await loadSample(args, read.fields.email);
  const to = href("/:project/connect", { project: made.project.slug });
  return redirect(to, { status: 303, headers: signedIn(args, made.session) });
}

/** The slug is generated from the name and has no field here. */
function withSlugBesideName<Wrong extends WrongForm>(wrong: Wrong): Wrong {
  const { projectSlug, ...errors } = wrong.errors;
  if (projectSlug === undefined) return wrong;
  return { ...wrong, errors: { projectName: projectSlug, ...errors } };
}

/**
 * The connect page links to it. If loading sample data fails, setup still succeeds, and that page
 * offers it again.
 */
async function loadSample({ context }: Route.ActionArgs, email: string): Promise<void> {
  const { sampleData, store } = context.get(servicesContext);
  const found = await store.people.byEmail(email);
  if (!found) return;
  const { passwordHash: _, ...user } = found;
  await sampleData.load({ viewer: { user, memberships: [] }, asker: { user } });
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  return (
    <>
      <title>Set up · Spoor</title>
      <h1>Welcome to Spoor</h1>
      {token === undefined ? (
        <Refused {...loaderData} />
      ) : (
        <SetUpForm token={token} wrong={actionData} />
      )}
    </>
  );
}

function SetUpForm({ token, wrong }: { token: string; wrong?: WrongForm }) {
  return (
    <Form className="form" method="post" noValidate>
      <p className="soft">Create the owner account. You can invite others later.</p>
      <FormError wrong={wrong} />
      <input type="hidden" name="token" value={token} />
      <Field label="Name" name="name" autoComplete="name" required maxLength={100} wrong={wrong} />
      <EmailField of="visitor" wrong={wrong} />
      <NewPasswordField wrong={wrong} />
      <Field label="Project name" name="projectName" required maxLength={100} wrong={wrong} />
      <Choice label="Platform" name="platform" options={platformNames} wrong={wrong} />
      <Checkbox
        name="sample"
        label="Load sample data"
        hint="One week of a shop's data, in a separate project. You can remove it with one click."
        checked={wrong?.values.sample === "yes"}
      />
      <button className="primary">Create account</button>
    </Form>
  );
}

function Refused({ done, limited }: { done?: boolean; limited?: string }) {
  if (limited) return <p>{limited}</p>;
  if (done)
    return (
      <p>
        This instance is already set up. <Link to="/login">Sign in</Link>
      </p>
    );
  return (
    <p>
      This setup link is invalid or has expired. The server prints a new one at each start until
      there is an owner.
    </p>
  );
}

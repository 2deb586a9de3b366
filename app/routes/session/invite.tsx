import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import { servicesContext, viewerContext } from "#app/context.ts";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import {
  equalsEmail,
  nameField,
  passwordField,
  passwordIsEmail,
} from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/invite.ts";
import { clientOf, signedIn } from "./client-of.ts";
import { EndedInvitation } from "./ended-invitation.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { keepRetryAfter, refused, waitOf } from "./refused.ts";

export const headers = keepRetryAfter;

export async function loader(args: Route.LoaderArgs) {
  const { commands } = args.context.get(servicesContext);
  const found = await commands.invitationFor(args.params.token);
  if (found) {
    const { invitation, state, project, invitedBy } = found;
    const { email, offer } = invitation;
    const place = project?.name ?? "Spoor";
    return {
      email,
      kind: offer.kind,
      role: offer.role,
      state,
      place,
      invitedBy,
      viewer: viewerOf(args),
    };
  }
  const problem = await commands.refuseToken(clientOf(args));
  return data({ detail: problem.detail }, { status: statusOf(problem), headers: waitOf(problem) });
}

/** An API token can't accept. */
function viewerOf({ context }: Route.LoaderArgs): string | undefined {
  const viewer = context.get(viewerContext);
  return viewer?.scopes === undefined ? viewer?.user.email : undefined;
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const form = await request.formData();
  if (form.get("intent") === "join") return join(args);
  const { token } = args.params;
  const { commands } = context.get(servicesContext);
  const email = (await commands.invitationFor(token))?.invitation.email ?? "";
  const read = readForm(inviteForm(email), form);
  if (!read.ok) return data(read, { status: 422 });
  const accepted = await commands.acceptInvitation(token, read.fields, clientOf(args));
  if (isProblem(accepted)) return refused(accepted, read.fields);
  return redirect(homeOf(accepted), {
    status: 303,
    headers: accepted.session && signedIn(args, accepted.session),
  });
}

async function join(args: Route.ActionArgs) {
  const viewer = args.context.get(viewerContext);
  if (!viewer || viewer.scopes !== undefined) return redirect(signInFirst(args.params.token), 303);
  const { commands } = args.context.get(servicesContext);
  const accepted = await commands.acceptInvitation(
    args.params.token,
    { user: viewer.user },
    clientOf(args),
  );
  return isProblem(accepted) ? refused(accepted, {}) : redirect(homeOf(accepted), 303);
}

function homeOf({ project }: { project?: { slug: string } }): string {
  return project ? href("/:project/issues", { project: project.slug }) : href("/");
}

function signInFirst(token: string): string {
  return `${href("/login")}?${new URLSearchParams({ next: href("/invite/:token", { token }) })}`;
}

type Loaded = Exclude<Route.ComponentProps["loaderData"], { detail: string }>;

export default function Invite({
  loaderData,
  actionData: wrong,
  params: { token },
}: Route.ComponentProps) {
  return (
    <>
      <title>Invitation · Spoor</title>
      {"detail" in loaderData ? (
        <EndedInvitation detail={loaderData.detail} />
      ) : loaderData.state === "pending" ? (
        <Pending {...loaderData} token={token} wrong={wrong} />
      ) : (
        <EndedInvitation state={loaderData.state} />
      )}
    </>
  );
}

function Pending({ token, wrong, ...found }: Loaded & { token: string; wrong?: WrongForm }) {
  const { place, role, invitedBy, email, viewer } = found;
  return (
    <>
      <h1>Join {place}</h1>
      <p>
        {invitedBy ?? "A former user"} invited {email} to {place} as{" "}
        {/^[aeio]/.test(role) ? "an" : "a"} {role}.
      </p>
      {viewer !== undefined ? (
        <JoinForm {...found} viewer={viewer} wrong={wrong} />
      ) : (
        <NewAccountForm email={email} wrong={wrong} signIn={signInFirst(token)} />
      )}
    </>
  );
}

function JoinForm({
  viewer,
  email,
  place,
  kind,
  wrong,
}: Loaded & { viewer: string; wrong?: WrongForm }) {
  if (kind === "instance")
    return <p>You're signed in as {viewer}, so you already have an account here.</p>;
  const isOther = viewer.toLowerCase() !== email.toLowerCase();
  return (
    <Form className="form" method="post">
      <FormError wrong={wrong} />
      <p>
        You're signed in as {viewer}.{" "}
        {isOther && "The invitation was sent to another email address. Accepting it adds you."}
      </p>
      <button className="primary" name="intent" value="join">
        Join {place}
      </button>
    </Form>
  );
}

function NewAccountForm({
  email,
  wrong,
  signIn,
}: {
  email: string;
  wrong?: WrongForm;
  signIn: string;
}) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <p>
        <Link to={signIn}>Sign in to accept</Link> if you have an account. Otherwise create one:
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label="Name" name="name" autoComplete="name" required maxLength={100} wrong={wrong} />
      <NewPasswordField wrong={wrong} />
      <button className="primary" name="intent" value="create">
        Create account
      </button>
    </Form>
  );
}

/** Accepts an invitation to this address with a new account. */
function inviteForm(email: string) {
  const password = v.pipe(
    passwordField,
    v.check((text) => !equalsEmail(text, email), passwordIsEmail),
  );
  return v.object({ name: nameField, password });
}

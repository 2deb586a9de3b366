import { data, Form, Link } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { EmailField } from "#app/ui/form/email-field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import * as v from "valibot";
import { emailField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import type { Route } from "./+types/forgot.ts";
import { clientOf } from "./client-of.ts";
import { keepRetryAfter, refused } from "./refused.ts";

const forgotForm = v.object({ email: emailField });

export const headers = keepRetryAfter;

export function loader({ context }: Route.LoaderArgs) {
  return { byMail: mailUrlOf(context) !== undefined };
}

export async function action(args: Route.ActionArgs) {
  const read = readForm(forgotForm, await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const mailUrl = mailUrlOf(args.context);
  if (mailUrl === undefined) return { asked: false };
  const { commands } = args.context.get(servicesContext);
  const problem = await commands.requestReset(read.fields, clientOf(args), mailUrl);
  return problem ? refused(problem, read.fields) : { asked: true };
}

/** Undefined if no email can be sent. */
function mailUrlOf(context: Route.LoaderArgs["context"]): string | undefined {
  const { configured } = context.get(servicesContext).commands.mailFacts();
  return configured ? context.get(requestContext).mailUrl : undefined;
}

export default function Forgot({ loaderData: { byMail }, actionData }: Route.ComponentProps) {
  return (
    <>
      <title>Forgot your password? · Spoor</title>
      <h1>Forgot your password?</h1>
      <Asking byMail={byMail} actionData={actionData} />
      <p>
        <Link to="/login">Back to sign in</Link>
      </p>
    </>
  );
}

function Asking({
  byMail,
  actionData,
}: {
  byMail: boolean;
  actionData: Route.ComponentProps["actionData"];
}) {
  if (!byMail)
    return (
      <p>
        Email isn't configured. Ask an owner for a reset link. Owners create one under Users, or
        with <code>spoor user reset</code> on the server.
      </p>
    );
  if (actionData && "asked" in actionData)
    return (
      <output>
        If an account with this email exists, we sent a reset link. It works once, for 24 hours.
      </output>
    );
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={actionData} />
      <EmailField of="visitor" wrong={actionData} />
      <button className="primary">Send reset link</button>
    </Form>
  );
}

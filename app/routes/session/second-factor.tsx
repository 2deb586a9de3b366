import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import { requestContext, servicesContext, viewerContext } from "#app/context.ts";
import { stepTokenOf } from "#app/cookies.ts";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { requiredMessage } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/second-factor.ts";
import { clientOf } from "./client-of.ts";
import { keepRetryAfter, refused } from "./refused.ts";
import { nextOf, stepOn, withNext } from "./step-on.ts";

const codeForm = v.object({
  code: v.pipe(v.string(requiredMessage), v.trim(), v.minLength(1, requiredMessage)),
});

export const headers = keepRetryAfter;

export function loader({ request, context, url }: Route.LoaderArgs) {
  if (context.get(viewerContext)) throw redirect(nextOf(url), 303);
  const next = nextOf(url);
  if (stepTokenOf(request, context.get(requestContext)) === undefined)
    throw redirect(withNext(href("/login"), next), 303);
  return { next };
}

export async function action(args: Route.ActionArgs) {
  const { request, context, url } = args;
  const read = readForm(codeForm, await request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const pending = stepTokenOf(request, context.get(requestContext));
  const session = await context
    .get(servicesContext)
    .commands.completeSignIn(pending, read.fields, clientOf(args));
  if (!isProblem(session)) return stepOn(args, { step: "signed-in", session }, nextOf(url));
  if (session.problem === "conflict") throw toBeginning(nextOf(url));
  return refused(session, {}, session.problem === "unauthenticated" ? "code" : "form");
}

/** For states in which no input would help. */
function toBeginning(next: string): Response {
  return redirect(
    `${href("/login")}?${new URLSearchParams({ stale: "", ...(next !== "/" && { next }) })}`,
    303,
  );
}

/** The second step of signing in, after a correct password: a code. */
export default function SecondFactor({
  loaderData: { next },
  actionData: wrong,
}: Route.ComponentProps) {
  return (
    <>
      <title>Enter your code · Spoor</title>
      <h1>Enter your code</h1>
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <Field
          {...{
            label: "Code",
            name: "code",
            type: "text",
            inputMode: "text",
            autoComplete: "one-time-code",
            wrong,
          }}
          {...{ autoCapitalize: "none", spellCheck: false, maxLength: 40 }}
          hint="The six-digit code from your authenticator app, or a recovery code."
          required
        />
        <button className="primary">Sign in</button>
      </Form>
      <p>
        <Link to={withNext(href("/login"), next)}>Start again</Link>
      </p>
      <p className="meta">Lost your app and recovery codes? An owner can turn this off for you.</p>
    </>
  );
}

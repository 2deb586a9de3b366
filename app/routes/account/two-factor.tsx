import { data, href, redirect, Form, Link } from "react-router";
import * as v from "valibot";
import { type AskedByViewer, requireViewer } from "#app/guard.ts";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { clientOf, signedIn } from "#app/routes/session/client-of.ts";
import { keepRetryAfter, refused } from "#app/routes/session/refused.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { requiredMessage } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { Client } from "#server/domain/people/client.ts";
import { isProblem, type ProblemCode } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/two-factor.ts";
import { TwoFactorNotice } from "./asked-for-two.tsx";
import { type Offer, OfferForm } from "./two-factor/offer-form.tsx";
import { On, type OnView } from "./two-factor/on.tsx";
import { qrCode } from "./two-factor/qr-code.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import type { TotpOffer } from "#server/commands/sign-in/totp.ts";

const code = v.pipe(v.string(requiredMessage), v.trim(), v.minLength(1, requiredMessage));
const present = v.optional(v.string(), "");
const presentForm = v.object({ present });
const offForm = v.object({ present, code });
const confirmForm = v.object({ offer: v.optional(v.string(), ""), code });

export const headers = keepRetryAfter;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const { passkeys, ...factors } = await services.commands.factorsOf(viewer.user, clientOf(args));
  const { searchParams } = args.url;
  const view: OnView = searchParams.has("off")
    ? "off"
    : searchParams.has("renew")
      ? "renew"
      : "facts";
  return { factors, passkeys: passkeys.length, view, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = { ...requireViewer(args), client: clientOf(args) };
  const form = await args.request.formData();
  const intent = form.get("intent");
  if (intent === "confirm") return confirm(args, asked, form);
  if (intent === "off") return switchOff(asked, form);
  if (intent === "renew") return renew(asked, form);
  return intent === "begin" ? begin(asked, form) : redirect(href("/account/two-factor"), 303);
}

type Asked = AskedByViewer & { client: Client };

async function begin({ services, viewer, client }: Asked, form: FormData) {
  const read = readForm(presentForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const offer = await services.commands.beginTotp(viewer.user, read.fields, client);
  return isProblem(offer) ? refused(offer, {}, fieldOf[offer.problem]) : { offer: drawn(offer) };
}

async function confirm(args: Route.ActionArgs, asked: Asked, form: FormData) {
  const { services, viewer, client } = asked;
  const read = readForm(confirmForm, form);
  const token = String(form.get("offer"));
  if (!read.ok) return offerAgain(asked, token, read, 422);
  const on = await services.commands.confirmTotp(viewer.user, read.fields, client);
  if (!isProblem(on))
    return data(
      { codes: on.recoveryCodes, isFirst: true },
      { headers: signedIn(args, on.session) },
    );
  const wrong = wrongForm({ [on.problem === "invalid" ? "code" : "form"]: on.detail }, {});
  return offerAgain(asked, token, wrong, statusOf(on));
}

/** The same secret again, because the app may already have it. */
function offerAgain(
  { services, viewer }: Asked,
  token: string,
  { errors }: WrongForm,
  status: number,
) {
  const offer = services.commands.totpOffer(viewer.user, token);
  return data({ errors, values: {}, ...(offer && { offer: drawn(offer) }) }, { status });
}

const drawn = ({ token, secret, uri }: TotpOffer): Offer => ({ token, secret, qr: qrCode(uri) });

async function switchOff({ services, viewer, client }: Asked, form: FormData) {
  const read = readForm(offForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const problem = await services.commands.switchOffTotp(viewer.user, read.fields, client);
  if (problem) return refused(problem, {}, fieldOf[problem.problem]);
  return redirect(href("/account/two-factor"), 303);
}

async function renew({ services, viewer, client }: Asked, form: FormData) {
  const read = readForm(presentForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const codes = await services.commands.renewRecoveryCodes(viewer.user, read.fields, client);
  return isProblem(codes) ? refused(codes, {}, fieldOf[codes.problem]) : { codes, isFirst: false };
}

const fieldOf: { [problem in ProblemCode]?: string } = { forbidden: "present", invalid: "code" };

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, passkeys, now, view } = loaderData;
  const { totp } = factors;
  const wrong = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <>
      <title>Two-factor authentication · Spoor</title>
      <SettingsPart
        title="Two-factor authentication"
        text="With an authenticator app, you sign in with your password and a six-digit code. It protects your account if your password leaks."
      >
        <TwoFactorNotice {...factors} hasFactor={totp !== undefined || passkeys > 0} />
        {actionData && "codes" in actionData ? (
          <RecoveryCodes {...actionData} />
        ) : actionData && "offer" in actionData && actionData.offer ? (
          <OfferForm offer={actionData.offer} wrong={wrong} />
        ) : totp ? (
          <On {...totp} {...{ hasPassword: factors.hasPassword, view, now, wrong }} />
        ) : (
          <Off hasPassword={factors.hasPassword} wrong={wrong} />
        )}
      </SettingsPart>
    </>
  );
}

/** The authenticator app is off. */
function Off({ hasPassword, wrong }: { hasPassword: boolean; wrong?: WrongForm }) {
  return (
    <>
      <p>The authenticator app is off.</p>
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <PresentField hasPassword={hasPassword} wrong={wrong} />
        <button className="primary" name="intent" value="begin">
          Set up authenticator app
        </button>
      </Form>
    </>
  );
}

/** Newly created recovery codes, which are not shown again. */
function RecoveryCodes({ codes, isFirst }: { codes: string[]; isFirst: boolean }) {
  return (
    <section aria-labelledby="codes">
      {isFirst && (
        <output>The authenticator app is on. Your other sessions were signed out.</output>
      )}
      <h3 id="codes">Recovery codes</h3>
      <p>
        Use them if you lose your authenticator app. Each works once. Copy them now, because they
        won't be shown again
        {!isFirst && ", and the previous ones no longer work"}.
      </p>
      <CodeBlock code={codes.join("\n")} label="the recovery codes" />
      <p>
        <Link to={href("/account/two-factor")}>I saved the codes</Link>
      </p>
    </section>
  );
}

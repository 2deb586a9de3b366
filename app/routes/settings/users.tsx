import { data, href, redirect } from "react-router";
import { requestContext } from "#app/context.ts";
import { type AskedByViewer, requireOwner } from "#app/guard.ts";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Find } from "#app/ui/find.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { UserAct } from "#server/commands/people/users.ts";
import { readForm, wrongForm, type WrongForm } from "#server/domain/form/read-form.ts";
import type { UserId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/users.ts";
import { UserTable } from "./users/user-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import * as v from "valibot";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireOwner(args);
  const { searchParams } = args.url;
  const [query, cursor] = [
    searchParams.get("query") ?? "",
    searchParams.get("cursor") ?? undefined,
  ];
  const { rows, next } = await services.store.accounts.list({ query, cursor, limit: pageSize });
  return { rows, next, query, ownId: viewer.user.id, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const read = readUserAct(await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const { user, act } = read;
  if (act.kind === "reset-link")
    return resetLink(asked, user, args.context.get(requestContext).publicUrl);
  const changed = await asked.services.commands.changeUser(asked, user, act);
  if (isProblem(changed))
    return data(wrongForm({ form: changed.detail }, {}), { status: statusOf(changed) });
  return redirect(href("/settings/users") + args.url.search, 303);
}

/** Sent in the response instead of after a redirect, because it is not shown again. */
async function resetLink({ services, asker }: AskedByViewer, user: UserId, publicUrl: string) {
  const link = await services.commands.makeResetLink(user, asker);
  if (!link) return data(wrongForm({ form: "User not found." }, {}), { status: 404 });
  return { made: { email: link.email, url: `${publicUrl}/reset/${link.token}` } };
}

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next, query, ownId, now } = loaderData;
  return (
    <>
      <title>Users · Spoor</title>
      <SettingsPart title="Users" text="Everyone who can sign in to this instance." isWide>
        {actionData && "made" in actionData && <ResetLink {...actionData.made} />}
        {actionData && "errors" in actionData && <FormError wrong={actionData} />}
        <div className="row list-head">
          <Find of="Users" label="Name or email" query={query} placeholder="Name or email" />
        </div>
        {rows.length > 0 ? (
          <UserTable rows={rows} ownId={ownId} now={now} />
        ) : (
          <p className="empty">No users match.</p>
        )}
        <Pager next={next} label="Pages of users" />
      </SettingsPart>
    </>
  );
}

/** A newly created reset link, for use without email. */
function ResetLink({ email, url }: { email: string; url: string }) {
  return (
    <section aria-labelledby="made">
      <h2 id="made">Password reset for {email}</h2>
      <output>Copy this link and send it yourself.</output>
      <CodeBlock code={url} label="the link" />
      <p className="meta">
        It works once, for 24 hours. Anyone with the link can sign in as this user. Copy it now. It
        won't be shown again.
      </p>
    </section>
  );
}

type Read =
  | { ok: true; user: UserId; act: UserAct | { kind: "reset-link" } }
  | ({ ok: false } & WrongForm);

const noSuchAct = "Unknown action.";

const form = v.object({
  user: v.pipe(v.string(noSuchAct), v.regex(/^[1-9]\d{0,14}$/, noSuchAct), v.transform(Number)),
  intent: v.picklist(
    ["make-owner", "make-member", "disable", "enable", "delete", "reset-link"],
    noSuchAct,
  ),
  email: v.optional(v.string(), ""),
  confirm: v.optional(v.string(), ""),
});

/** An owner's action on an account. Deleting requires its email address. */
function readUserAct(fields: FormData): Read {
  const read = readForm(form, fields);
  if (!read.ok)
    return { ok: false, values: {}, errors: { form: Object.values(read.errors)[0] ?? noSuchAct } };
  const { user, intent, email, confirm } = read.fields;
  if (intent === "delete" && (email === "" || confirm.trim() !== email)) {
    const values = { user: String(user), confirm };
    return { ok: false, values, errors: { confirm: `Enter ${email} to delete this account.` } };
  }
  return { ok: true, user: user as UserId, act: actOf(intent) };
}

function actOf(intent: v.InferOutput<typeof form>["intent"]): UserAct | { kind: "reset-link" } {
  if (intent === "make-owner") return { kind: "role", role: "owner" };
  return intent === "make-member" ? { kind: "role", role: "member" } : { kind: intent };
}

import { data, Form, href, redirect, useLocation } from "react-router";
import { requestContext } from "#app/context.ts";
import { type AskedByViewer, requireOwner } from "#app/guard.ts";
import { FormError } from "#app/ui/form-error.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { wrongForm } from "#server/domain/form/read-form.ts";
import type { UserId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/users.ts";
import { ResetLink } from "./users/reset-link.tsx";
import { readUserAct } from "./users/user-form.ts";
import { UserTable } from "./users/user-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const pageSize = 50;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireOwner(args);
  const { searchParams } = args.url;
  const [query, cursor] = [searchParams.get("query") ?? "", searchParams.get("cursor") ?? undefined];
  const { rows, next } = await services.store.accounts.list({ query, cursor, limit: pageSize });
  return { rows, next, query, ownId: viewer.user.id, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const read = readUserAct(await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const { user, act } = read;
  if (act.kind === "reset-link") return resetLink(asked, user, args.context.get(requestContext).publicUrl);
  const changed = await asked.services.commands.changeUser(asked, user, act);
  if (isProblem(changed)) return data(wrongForm({ form: changed.detail }, {}), { status: statusOf(changed) });
  return redirect(href("/settings/users") + args.url.search, 303);
}

/** Shown at once and not after a redirect: it is nowhere to be read again. */
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
        <SearchForm query={query} />
        {rows.length > 0 ? <UserTable rows={rows} ownId={ownId} now={now} /> : <p className="empty">No users match.</p>}
        <Pager next={next} label="Pages of users" />
      </SettingsPart>
    </>
  );
}

function SearchForm({ query }: { query: string }) {
  return (
    <Form key={query} className="row list-head" role="search" aria-label="Users" action={useLocation().pathname}>
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 32, autoComplete: "off", spellCheck: false }}
        {...{ "aria-label": "Name or email", placeholder: "Name or email", "aria-keyshortcuts": "/" }}
      />
      <button>Search</button>
    </Form>
  );
}

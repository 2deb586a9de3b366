import { data, Form, href, Link, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { Route } from "./+types/keys.ts";
import { KeyFields } from "./keys/key-fields.tsx";
import { keyForm, limitsOf } from "./keys/key-form.ts";

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:change");
  const keys = await services.store.projects.keys(project.id);
  return { name: project.name, keys, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const form = await args.request.formData();
  const read = readForm(keyForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const key = await asked.services.commands.makeKey(asked, asked.project, limitsOf(read.fields));
  if (isProblem(key)) return refused(key, {});
  const params = { project: asked.project.slug, key: key.publicKey };
  return redirect(href("/:project/settings/keys/:key", params), 303);
}

export default function Keys({ loaderData: { name, keys, now }, actionData: wrong, params }: Route.ComponentProps) {
  return (
    <>
      <title>{`Client keys (DSN) · ${name} · Spoor`}</title>
      <h1>Client keys (DSN)</h1>
      <p>
        A key identifies the project in a DSN and can only submit data. Give each application its own key, so that you
        can limit or revoke it separately.
      </p>
      <table className="ledger events">
        <caption>Keys of {name}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Last used</th>
            <th scope="col">Origins</th>
            <th scope="col" className="number">
              Events per minute
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.publicKey} {...{ of: key, now, project: params.project }} />
          ))}
        </tbody>
      </table>
      <h2>New key</h2>
      <Form className="form" method="post" noValidate>
        <KeyFields wrong={wrong} />
        <button className="primary">Create key</button>
      </Form>
    </>
  );
}

function KeyRow({ of: key, now, project }: { of: Key; now: number; project: string }) {
  const { publicKey, label, revokedAt, allowedOrigins, eventsPerMinute, lastUsedAt } = key;
  return (
    <tr>
      <th scope="row">
        <Link to={href("/:project/settings/keys/:key", { project, key: publicKey })}>{label || "Unnamed"}</Link>{" "}
        <code className="meta">{publicKey.slice(0, 8)}…</code>
      </th>
      <td>{revokedAt === undefined ? "active" : "revoked"}</td>
      <td>{lastUsedAt === undefined ? <span className="meta">never</span> : <Time at={lastUsedAt} now={now} />}</td>
      <td>{allowedOrigins.join(", ") || <span className="meta">any</span>}</td>
      <td className="number">
        {eventsPerMinute === undefined ? <span className="meta">no limit</span> : grouped(eventsPerMinute)}
      </td>
    </tr>
  );
}

import { data, Form, href, Link, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { Route } from "./+types/keys.ts";
import { KeyFields } from "./keys/key-fields.tsx";
import { keyForm, limitsOf } from "./keys/key-form.ts";
import { Table } from "#app/ui/table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

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

export default function Keys({
  loaderData: { name, keys, now },
  actionData: wrong,
  params,
}: Route.ComponentProps) {
  return (
    <>
      <title>{`Client keys (DSN) · ${name} · Spoor`}</title>
      <SettingsPart
        title="Client keys (DSN)"
        text="A client key identifies the project in a DSN. It can only send data."
        isWide
      >
        <Table
          caption={`Client keys of ${name}`}
          rows={keys}
          keyOf={({ publicKey }) => publicKey}
          columns={[
            {
              head: "Name",
              className: "main",
              cell: (key) => <KeyName of={key} project={params.project} />,
            },
            {
              head: "Status",
              className: "whole",
              cell: ({ revokedAt }) => (revokedAt === undefined ? "Active" : "Revoked"),
            },
            {
              head: "Last used",
              className: "wide",
              cell: ({ lastUsedAt }) =>
                lastUsedAt === undefined ? "Never" : <Time at={lastUsedAt} now={now} />,
            },
            {
              head: "Origins",
              className: "wide",
              cell: ({ allowedOrigins }) => allowedOrigins.join(", ") || "Any",
            },
            {
              head: "Rate limit (events/min)",
              className: "number wide",
              cell: ({ eventsPerMinute }) =>
                eventsPerMinute === undefined ? "No limit" : grouped(eventsPerMinute),
            },
          ]}
        />
      </SettingsPart>
      <SettingsPart
        title="New key"
        text="Create one key per application to limit or revoke it on its own."
      >
        <Form className="form" method="post" noValidate>
          <KeyFields wrong={wrong} />
          <button className="primary">Create key</button>
        </Form>
      </SettingsPart>
    </>
  );
}

const KeyName = ({ of: { publicKey, label }, project }: { of: Key; project: string }) => (
  <>
    <Link to={href("/:project/settings/keys/:key", { project, key: publicKey })}>
      {label || "Unnamed"}
    </Link>{" "}
    <code className="meta">{publicKey.slice(0, 8)}…</code>
  </>
);

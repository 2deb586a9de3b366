import { data, Form, href, Link, redirect } from "react-router";
import { requestContext } from "#app/context.ts";
import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { otlpHeader } from "#app/routes/projects/connect/guide.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { formValues, readForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import { dsnOf, otlpEndpointOf } from "#server/domain/project/dsn.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { Route } from "./+types/key.ts";
import { KeyFields } from "./keys/key-fields.tsx";
import { keyForm, limitsOf } from "./keys/key-form.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:change");
  const key = await findKey(args, asked);
  const { publicUrl } = args.context.get(requestContext);
  const endpoint = otlpEndpointOf(publicUrl, key);
  return {
    key,
    dsn: dsnOf(publicUrl, key),
    endpoint,
    now: asked.services.now(),
    saved: isSaved(args.url),
  };
}

async function findKey(
  args: Route.LoaderArgs | Route.ActionArgs,
  { services, project }: AskedInProject,
): Promise<Key> {
  const keys = await services.store.projects.keys(project.id);
  const key = keys.find(({ publicKey }) => publicKey === args.params.key);
  if (!key) throw notFound(args, "This client key doesn't exist in this project.");
  return key;
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const { publicKey } = await findKey(args, asked);
  const { project, services } = asked;
  const here = savedAt(
    href("/:project/settings/keys/:key", { project: project.slug, key: publicKey }),
  );
  const form = await args.request.formData();
  if (formValues(form)["intent"] === "revoke") {
    const revoked = await services.commands.revokeKey(asked, project, publicKey);
    return isProblem(revoked) ? refused(revoked, {}) : redirect(here, 303);
  }
  const read = readForm(keyForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const changed = await services.commands.changeKey(
    asked,
    project,
    publicKey,
    limitsOf(read.fields),
  );
  return isProblem(changed) ? refused(changed, formValues(form)) : redirect(here, 303);
}

export default function KeyPage({ loaderData, actionData: wrong, params }: Route.ComponentProps) {
  const { key, dsn, endpoint, now, saved } = loaderData;
  const { label, createdAt, lastUsedAt, revokedAt, allowedOrigins, eventsPerMinute } = key;
  return (
    <>
      <ProjectTitle>{`Key ${label}`}</ProjectTitle>
      <SettingsPart title={`Key ${label}`}>
        <Saved saved={saved && !wrong} />
        <Facts
          facts={[
            [
              "Status",
              revokedAt === undefined ? (
                "Active"
              ) : (
                <>
                  Revoked <Time at={revokedAt} now={now} />
                </>
              ),
            ],
            ["Created", <Time key="made" at={createdAt} now={now} />],
            [
              "Last used",
              lastUsedAt === undefined ? "Never" : <Time key="used" at={lastUsedAt} now={now} />,
            ],
          ]}
        />
        <p>
          <Link to={href("/:project/settings/keys", { project: params.project })}>All keys</Link>
        </p>
      </SettingsPart>
      {revokedAt === undefined ? (
        <>
          <SettingsPart title="DSN" text="For Sentry SDKs.">
            <CodeBlock label="the DSN" code={dsn} />
          </SettingsPart>
          <SettingsPart title="OTLP" text="For OpenTelemetry SDKs and collectors.">
            <CodeBlock label="the OTLP endpoint" code={`OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}`} />
            <CodeBlock
              label="the OTLP header"
              code={`OTEL_EXPORTER_OTLP_HEADERS=${otlpHeader(key)}`}
            />
          </SettingsPart>
          <SettingsPart title="Limits">
            <Form className="form" method="post" noValidate>
              <KeyFields
                {...{ label, origins: allowedOrigins, perMinute: eventsPerMinute, wrong }}
              />
              <button className="primary">Save</button>
            </Form>
          </SettingsPart>
          <SettingsPart
            title="Revoke"
            text="Data sent with this key will be rejected and counted. This cannot be undone."
          >
            <details className="fold">
              <summary className="danger">Revoke key…</summary>
              <Form method="post">
                <p>Applications that send with this key will no longer report.</p>
                <button className="danger" name="intent" value="revoke">
                  Revoke key
                </button>
              </Form>
            </details>
          </SettingsPart>
        </>
      ) : (
        <p>Data sent with this key is rejected and counted. It can't be used again.</p>
      )}
    </>
  );
}

import { data, href, redirect } from "react-router";
import { requestContext } from "#app/context.ts";
import { type AskedByViewer, requireViewer } from "#app/guard.ts";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { mayAdminister } from "#server/domain/people/permission.ts";
import { isProblem } from "#server/domain/problem.ts";
import { wrongForm } from "#server/domain/form/read-form.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/tokens.ts";
import { TokenFields } from "./tokens/token-fields.tsx";
import { readTokenForm, scopesOf } from "./tokens/token-form.ts";
import { TokenTable } from "./tokens/token-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const tokens = await services.store.tokens.list(viewer.user.id);
  // Without the hash, which is private.
  const rows = tokens.map(({ id, label, scopes, createdAt, expiresAt, lastUsedAt }) => ({
    id,
    label,
    scopes,
    createdAt,
    expiresAt,
    lastUsedAt,
  }));
  const { publicUrl } = args.context.get(requestContext);
  return { rows, isOwner: mayAdminister(viewer), publicUrl, now: services.now() };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireViewer(args);
  const form = await args.request.formData();
  if (form.get("intent") === "revoke") return revoke(asked, Number(form.get("token")));
  return make(asked, form);
}

async function revoke(asked: AskedByViewer, id: number) {
  const problem = await asked.services.commands.revokeToken(asked, id);
  if (!problem) return redirect(href("/account/tokens"), 303);
  return data(
    { ...wrongForm({ form: problem.detail }, {}), scopes: [] },
    { status: statusOf(problem) },
  );
}

/** The token is shown only in this response. */
async function make(asked: AskedByViewer, form: FormData) {
  const read = readTokenForm(form);
  if (!read.ok) return data({ ...read, scopes: scopesOf(form) }, { status: 422 });
  const made = await asked.services.commands.makeOwnToken(asked, read.fields);
  if (!isProblem(made)) return { made: { ...made, label: read.fields.label } };
  const wrong = wrongForm({ scopes: made.detail }, { label: read.fields.label });
  return data({ ...wrong, scopes: scopesOf(form) }, { status: statusOf(made) });
}

export default function Tokens({
  loaderData: { rows, isOwner, publicUrl, now },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <title>API tokens · Spoor</title>
      {actionData && "made" in actionData && <MadeToken {...actionData.made} now={now} />}
      <SettingsPart
        title="API tokens"
        text={
          <>
            Use a token to call the API as you: <code>Authorization: Bearer TOKEN</code>. It is
            limited to its scopes and your current roles.
          </>
        }
        isWide
      >
        <TokenTable rows={rows} now={now} />
      </SettingsPart>
      {/* The key resets the form after a token was created. */}
      <TokenFields
        key={rows[0]?.id}
        isOwner={isOwner}
        wrong={actionData && "errors" in actionData ? actionData : undefined}
      />
      <ForScripts url={publicUrl} />
      <ForAssistants url={publicUrl} />
    </>
  );
}

type MadeTokenProps = { label: string; token: string; expiresAt?: number; now: number };

/** A newly created token. */
function MadeToken({ label, token, expiresAt, now }: MadeTokenProps) {
  return (
    <SettingsPart id="made" title={label} isWide>
      <output>
        Copy it now. It won't be shown again, because only its hash is stored.
        {expiresAt !== undefined && (
          <>
            {" "}
            It expires <Time at={expiresAt} now={now} />.
          </>
        )}
      </output>
      <CodeBlock code={token} label="the token" />
    </SettingsPart>
  );
}

/** How coding assistants connect to this instance. `url`: its public URL. */
function ForAssistants({ url }: { url: string }) {
  const header = "Authorization: Bearer TOKEN";
  const settings = {
    mcpServers: {
      spoor: { type: "http", url: `${url}/mcp`, headers: { Authorization: "Bearer TOKEN" } },
    },
  };
  return (
    <SettingsPart id="assistants" title="For coding assistants" isWide>
      <p>
        Assistants that support the Model Context Protocol can read issues, traces, and routes, and
        resolve, assign, and comment. Create a token with <code>event:write</code> and{" "}
        <code>project:read</code>; with <code>event:read</code> only, they can't change anything.
      </p>
      <CodeBlock label="the settings" code={JSON.stringify(settings, null, 2)} />
      <p>
        Without the protocol, every issue, event, trace, and route is available as Markdown: append{" "}
        <code>.md</code> to its URL.
      </p>
      <CodeBlock label="the command" code={`curl -H "${header}" ${url}/PROJECT/issues/ISSUE.md`} />
    </SettingsPart>
  );
}

/**
 * Where scripts and generated clients find readable data and actions. `url`: the public URL of this
 * instance.
 */
function ForScripts({ url }: { url: string }) {
  const description = `${url}/api/v1/openapi.json`;
  return (
    <SettingsPart id="scripts" title="For scripts" isWide>
      <p>
        Lists, issues, events, traces, routes, releases, and vitals are available as JSON: append{" "}
        <code>.json</code> to the URL.
      </p>
      <CodeBlock
        label="the command"
        code={`curl -H "Authorization: Bearer TOKEN" "${url}/PROJECT/issues.json?query=is:unresolved"`}
      />
      <p>
        <a href={description} type="application/json">
          OpenAPI description
        </a>{" "}
        of all endpoints, with parameters, responses, and scopes.
      </p>
    </SettingsPart>
  );
}

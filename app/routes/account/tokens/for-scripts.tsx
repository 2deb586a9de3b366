import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/**
 * Where scripts and generated clients find what a token can read and do: `url` is the public one of
 * this instance.
 */
export function ForScripts({ url }: { url: string }) {
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

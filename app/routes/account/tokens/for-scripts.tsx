import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** Where scripts and generated clients find what a token can read and do: `url` is the public one of this instance. */
export function ForScripts({ url }: { url: string }) {
  const description = `${url}/api/v1/openapi.json`;
  return (
    <section aria-labelledby="scripts">
      <h2 id="scripts">For scripts</h2>
      <p>
        Lists, issues, events, traces, routes, releases, and vitals are JSON at the same address with <code>.json</code>{" "}
        appended.
      </p>
      <CodeBlock
        label="the command"
        code={`curl -H "Authorization: Bearer TOKEN" "${url}/PROJECT/issues.json?query=is:unresolved"`}
      />
      <p>
        <a href={description} type="application/json">
          OpenAPI description
        </a>{" "}
        of every address, its parameters, its answers, and the scopes that it needs.
      </p>
    </section>
  );
}

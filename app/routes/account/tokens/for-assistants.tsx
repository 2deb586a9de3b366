import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** How a coding assistant is told of this Spoor: `url` is its public one. */
export function ForAssistants({ url }: { url: string }) {
  const header = "Authorization: Bearer TOKEN";
  const settings = {
    mcpServers: { spoor: { type: "http", url: `${url}/mcp`, headers: { Authorization: "Bearer TOKEN" } } },
  };
  return (
    <section aria-labelledby="assistants">
      <h2 id="assistants">For coding assistants</h2>
      <p>
        Assistants that speak the Model Context Protocol read issues, traces and routes here, and resolve, assign and
        comment. Make a token with <code>event:write</code> and <code>project:read</code>; with <code>event:read</code>{" "}
        alone they read and change nothing.
      </p>
      <CodeBlock label="the settings" code={JSON.stringify(settings, null, 2)} />
      <p>
        Without the protocol: the page of any issue, event, trace or route is Markdown at the same address with{" "}
        <code>.md</code> appended.
      </p>
      <CodeBlock label="the command" code={`curl -H "${header}" ${url}/PROJECT/issues/ISSUE.md`} />
    </section>
  );
}

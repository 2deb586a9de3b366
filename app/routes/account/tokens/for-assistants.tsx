import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** How a coding assistant connects to this instance: `url` is its public one. */
export function ForAssistants({ url }: { url: string }) {
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

import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import type { MonitorSnippets } from "./snippets.ts";

export function SnippetParts({ snippets: { curl, crontab, node } }: { snippets: MonitorSnippets }) {
  return (
    <>
      <p>From a shell, when it is done:</p>
      <CodeBlock code={curl} label="the curl line" />
      <p>From a crontab, with its beginning and its end:</p>
      <CodeBlock code={crontab} label="the crontab line" />
      <p>From Node.js:</p>
      <CodeBlock code={node} label="the code" />
    </>
  );
}

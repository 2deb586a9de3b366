import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import type { MonitorSnippets } from "./snippets.ts";

export function SnippetParts({ snippets: { curl, crontab, node } }: { snippets: MonitorSnippets }) {
  return (
    <>
      <p>Report a finished run from a shell:</p>
      <CodeBlock code={curl} label="the curl line" />
      <p>From crontab, start and finish:</p>
      <CodeBlock code={crontab} label="the crontab line" />
      <p>From Node.js, wrap a job:</p>
      <CodeBlock code={node} label="the code" />
    </>
  );
}

import { Children, type ReactNode } from "react";
import { href, Link, useParams } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import type { Guide, Snippet } from "./guide.ts";

type StepsProps = {
  guide: Guide;
  dsn: string | undefined;
  /** Tracing from the click to the query, for React Router. */
  tracing: Snippet[];
  waiting: boolean;
  /** Sends a test event without an application. */
  children: ReactNode;
};

/** Numbered steps up to the first event. */
export function Steps({ guide, dsn, tracing, waiting, children }: StepsProps) {
  const { title, install, configure, test, note } = guide;
  const { project = "" } = useParams();
  return (
    <>
      <ol className="steps">
        {install.length > 0 && (
          <Step title="Install the SDK">
            <Snippets of={title} snippets={install} />
          </Step>
        )}
        {configure.length > 0 && (
          <Step title="Configure">
            {tracing.length > 0 && (
              <p>
                To trace each click to its queries, skip this step and use the files of the next.
              </p>
            )}
            <Snippets of={title} snippets={configure} />
            {note && <p className="meta">{note}</p>}
          </Step>
        )}
        {tracing.length > 0 && (
          <Step title="Trace each click to its queries (optional)">
            <p>
              Use these files instead of those of “Configure”. Both export <code>handleError</code>{" "}
              and <code>instrumentations</code>, and a process can have only one tracer. Errors are
              reported either way.
            </p>
            <Snippets of={`${title} traces`} snippets={tracing} />
            <p className="meta">
              These are complete files. Merge them into files that your application already has.
              pnpm, Yarn 1, and bun accept the same URL. For Yarn 4, prefix it with{" "}
              <code>spoor-react-router@</code>. The README in{" "}
              <code>node_modules/spoor-react-router</code> covers the browser’s key and databases.
            </p>
            <p className="meta">
              No traces? After 15 seconds, the console shows the reason in a line that starts with{" "}
              <code>spoor-react-router:</code>.
            </p>
          </Step>
        )}
        <Step title="Send a test event">
          <Snippets of={title} snippets={test} />
          {configure.length === 0 && note && <p className="meta">{note}</p>}
          {waiting && (
            <p>
              <span className="badge">Waiting for an event</span>
            </p>
          )}
          {children}
        </Step>
      </ol>
      <section className="part">
        <h2>DSN</h2>
        {dsn && <CodeBlock label="the DSN" code={dsn} />}
        <p className="meta">
          The DSN can only submit events, so it is safe to expose in client code.{" "}
          <Link to={href("/:project/settings/keys", { project })}>Manage keys</Link>
        </p>
      </section>
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      {Children.toArray(children)}
    </li>
  );
}

function Snippets({ of, snippets }: { of: string; snippets: Snippet[] }) {
  return snippets.map(({ file, code }) => (
    <div key={file + code}>
      <p className="meta">{file}</p>
      <CodeBlock label={`the code of ${file} for ${of}`} code={code} />
    </div>
  ));
}

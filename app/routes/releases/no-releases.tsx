import { Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** An SDK or a tool names a release; until then the page says how. */
export function NoReleases({ query }: { query: string }) {
  if (query !== "")
    return (
      <p className="empty">
        No release matches <code>{query}</code>. <Link to={{ search: "" }}>Show all releases</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No releases yet. Set one in your SDK to see which issues are new in it, who uses it, and whether it is slower
        than the previous one.
      </p>
      <CodeBlock code={`Sentry.init({ dsn: "…", release: "web@1.2.3" });`} label="In the application" />
      <p>
        In OpenTelemetry, set <code>service.version</code>. Your build can create releases, too, with commits, deploys,
        and source maps:
      </p>
      <CodeBlock
        code={
          "sentry-cli releases new web@1.2.3\nsentry-cli releases set-commits web@1.2.3 --local\nsentry-cli deploys new --release web@1.2.3 --env production"
        }
        label="In the build"
      />
    </div>
  );
}

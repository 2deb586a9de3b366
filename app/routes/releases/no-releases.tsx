import { Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** An SDK or a tool names a release; until then the page says how. */
export function NoReleases({ query }: { query: string }) {
  if (query !== "")
    return (
      <p className="empty">
        No release has <code>{query}</code> in its name. <Link to={{ search: "" }}>Show all releases</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No release is known yet. Name one where the SDK is set up, and everything it sends is filed under it: which
        issues are new in it, who uses it, whether it is slower than the one before.
      </p>
      <CodeBlock code={`Sentry.init({ dsn: "…", release: "web@1.2.3" });`} label="In the application" />
      <p>
        OpenTelemetry calls it <code>service.version</code>. Or let your build say so, which can also tell the commits,
        the deploys and the source maps:
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

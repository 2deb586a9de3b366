import { Link, useLocation } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { keptSearch } from "#app/ui/scope.ts";

/** Nothing matches; or nothing has come yet, and then how it could. */
export function NoFeedback({ isFiltered, formUrl }: { isFiltered: boolean; formUrl?: string }) {
  const { search } = useLocation();
  if (isFiltered)
    return (
      <p className="empty">
        No feedback matches these filters.{" "}
        <Link to={{ search: `${keptSearch(search)}&state=all` }}>Show all feedback</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        No feedback yet. What users write appears here, next to the errors they saw. Send it with
        the SDK:
      </p>
      <CodeBlock code={sdkSnippet} label="In the application" />
      <p>Or add your own form to any page, without JavaScript:</p>
      {formUrl !== undefined && <CodeBlock code={formSnippet(formUrl)} label="In the page" />}
      <p>Or embed this instance’s form, which validates its fields:</p>
      {formUrl !== undefined && (
        <CodeBlock
          code={`<iframe src="${formUrl}" title="Feedback"></iframe>`}
          label="In the page"
        />
      )}
      <p>
        Add <code>&amp;event_id=…</code> to link it to an error, and{" "}
        <code>&amp;return=https://…</code> to return to your page. The origin must be listed in the
        key’s settings.
      </p>
    </div>
  );
}

const sdkSnippet = `Sentry.captureFeedback({ message: "The basket is empty again.", name, email, associatedEventId });

// Or with a button and a dialog of the SDK's own:
Sentry.init({ dsn: "…", integrations: [Sentry.feedbackIntegration()] });`;

const formSnippet = (url: string) => `<form method="post" action="${url}">
  <label>What happened? <textarea name="message" required></textarea></label>
  <label>Email <input type="email" name="email"></label>
  <button>Send</button>
</form>`;

import { Link, useLocation } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { keptSearch } from "#app/ui/scope.ts";

/** Nothing matches; or nothing has come yet, and then how it could. */
export function NoFeedback({ isFiltered, formUrl }: { isFiltered: boolean; formUrl?: string }) {
  const { search } = useLocation();
  if (isFiltered)
    return (
      <p className="empty">
        Nothing here. <Link to={{ search: `${keptSearch(search)}&state=all` }}>Show all feedback</Link>
      </p>
    );
  return (
    <div className="empty">
      <p>
        Nobody has written yet. What the people who use the application write stands here, beside the errors that they
        saw. Let the SDK send it:
      </p>
      <CodeBlock code={sdkSnippet} label="In the application" />
      <p>Or put a form of your own on any page. It needs no script:</p>
      {formUrl !== undefined && <CodeBlock code={formSnippet(formUrl)} label="In the page" />}
      <p>Or frame Spoor’s own form, which comes back with what is wrong and keeps what was typed:</p>
      {formUrl !== undefined && (
        <CodeBlock code={`<iframe src="${formUrl}" title="Feedback"></iframe>`} label="In the page" />
      )}
      <p>
        Add <code>&amp;event_id=…</code> to name the error that it is about, and <code>&amp;return=https://…</code> to
        lead back: to origins that the key’s settings list, and to no others.
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

import { useState } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { useHydrating } from "#app/enhance/hydrated.ts";
import { usePending } from "#app/enhance/pending.ts";
import type { MastheadViewer } from "#app/ui/masthead.tsx";
import { Page } from "#app/ui/page.tsx";
import { refusalOf } from "./refusal.ts";

type Shown = { heading: string; sentence: string; advice: string; traceId?: string };

/** Never a stack: a sentence, what to do, and the number to quote. */
export function ErrorPage(props: { error: unknown; traceId?: string; viewer?: MastheadViewer }) {
  // The root's trace id is that of the document. An error met later, in a page's data, had a trace of its own.
  const [metInDocument] = useState(useHydrating());
  const { heading, sentence, advice, traceId } = shown(props.error);
  const quoted = traceId ?? (metInDocument ? props.traceId : undefined);
  return (
    <Page viewer={props.viewer} busy={usePending()}>
      <title>{`${heading} · Spoor`}</title>
      <h1>{heading}</h1>
      <p>{sentence}</p>
      <p>
        {advice} <Link to="/">All projects</Link>
      </p>
      {quoted && (
        <p className="meta">
          Trace <code>{quoted}</code>
        </p>
      )}
    </Page>
  );
}

function shown(error: unknown): Shown {
  if (!isRouteErrorResponse(error)) return bug;
  const { detail, frame } = refusalOf(error);
  const traceId = frame?.traceId;
  if (error.status === 503 && detail !== undefined) return { ...tookTooLong, sentence: detail };
  if (error.status >= 500) return { ...bug, traceId };
  const known = headings[error.status] ?? notUnderstood;
  return { ...known, sentence: detail ?? known.sentence, traceId };
}

const bug: Shown = {
  heading: "Something broke",
  sentence: "This page failed on the server. The failure has been logged.",
  advice: "Load the page again; when it keeps failing, quote the trace to whoever runs this Spoor.",
};

const tookTooLong = {
  heading: "This view took too long",
  advice: "Other pages are not affected.",
};

const notUnderstood: Shown = {
  heading: "Not understood",
  sentence: "The request was not one that this page takes.",
  advice: "Go back, load the page anew and send the form again.",
};

const headings: { [status: number]: Shown } = {
  403: {
    heading: "Not allowed",
    sentence: "Your role does not allow that.",
    advice: "Ask an owner for the role you need.",
  },
  404: {
    heading: "Not found",
    sentence: "There is no such page, or it is not yours to see.",
    advice: "Check the address, or start over from the list.",
  },
  413: {
    heading: "Form too large",
    sentence: "The form is larger than this page takes. Nothing was changed.",
    advice: "Go back, shorten the text and send the form again.",
  },
};

import { useState } from "react";
import { Link, useLocation } from "react-router";
import { useHydrating } from "#app/enhance/hydrated.ts";
import { usePending } from "#app/enhance/pending.ts";
import { Page, type PageFrame } from "#app/ui/frame/page.tsx";
import type { NavProject } from "#app/ui/frame/project-nav.tsx";
import { Drawing } from "#app/ui/icon.tsx";
import { type Explained, explain } from "./explain-error.ts";
import { type MissingThing, missingThing } from "./missing-thing.ts";

type ErrorPageProps = {
  error: unknown;
  frame?: PageFrame & { traceId?: string; project?: NavProject };
  /** The project, if the error occurred in one. */
  project?: NavProject;
};

/** What happened, and two links. Never a stack: the trace ID identifies it. */
export function ErrorPage({
  error,
  frame = { theme: "auto" },
  project = frame.project,
}: ErrorPageProps) {
  // The root's trace ID is that of the document. A later error in a page's data had its own trace.
  const [metInDocument] = useState(useHydrating());
  const explained = explain(error);
  const { status, sentence, advice } = explained;
  const { pathname } = useLocation();
  const missing = status === 404 && project ? missingThing(pathname) : undefined;
  const heading = missing?.heading ?? explained.heading;
  const traceId = explained.isOurs
    ? (explained.traceId ?? (metInDocument ? frame.traceId : undefined))
    : undefined;
  return (
    <Page frame={frame} project={project} busy={usePending()}>
      <title>{`${heading} · Spoor`}</title>
      <div className="lost">
        <Drawing name="prints" className="prints" />
        {status !== undefined && <p className="meta">{status}</p>}
        <h1>{heading}</h1>
        <p>
          {sentence} {advice}
        </p>
        {traceId && (
          <p className="meta">
            Trace ID <code>{traceId}</code>
          </p>
        )}
        {missing ? <WaysToMissing {...missing} /> : <Ways {...explained} project={project} />}
      </div>
    </Page>
  );
}

function WaysToMissing({ all, name }: MissingThing) {
  const search = `?${new URLSearchParams({ query: name })}`;
  return (
    <p className="row">
      <Link className="button primary" to={all.to}>
        {all.text}
      </Link>
      <Link className="button" to={{ pathname: "/search", search }}>
        Search for {name.length > 40 ? `${name.slice(0, 40)}…` : name}
      </Link>
    </p>
  );
}

function Ways({ canRetry, project }: Explained & { project?: NavProject }) {
  const { pathname, search } = useLocation();
  return (
    <p className="row">
      {canRetry && (
        <Link className="button primary" to={pathname + search} reloadDocument>
          Try again
        </Link>
      )}
      {project && (
        <Link className={canRetry ? "button" : "button primary"} to={`/${project.slug}`}>
          Go to overview
        </Link>
      )}
      <Link className="button" to="/">
        All projects
      </Link>
    </p>
  );
}

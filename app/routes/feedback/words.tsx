import { href, Link, useLocation } from "react-router";
import { AttachmentList } from "#app/ui/attachments.tsx";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { ShownFeedback } from "./shown-feedback.ts";

type WordsProps = { project: string; feedback: ShownFeedback; now: number };

/** User feedback with its line breaks, its sender, and its page. */
export function Words({ project, feedback, now }: WordsProps) {
  const { message, attachments } = feedback;
  return (
    <>
      <p className="said">{message}</p>
      <AttachmentList project={project} attachments={attachments} />
      <Circumstances {...{ feedback, now }} />
    </>
  );
}

function Circumstances({ feedback, now }: Omit<WordsProps, "project">) {
  const { name, email, url, environment, release, receivedAt, state } = feedback;
  return (
    <div className="meta">
      {state !== "unread" && <b>{`${state} · `}</b>}
      <bdi>{name ?? "Unknown user"}</bdi>
      {email !== undefined && (
        <>
          {" · "}
          <bdi>{email}</bdi>
        </>
      )}{" "}
      · <Time at={receivedAt} now={now} />
      {url !== undefined && (
        <>
          {" · on "}
          <bdi>{url}</bdi>
        </>
      )}
      {environment !== undefined && (
        <>
          {" · "}
          <bdi>{environment}</bdi>
        </>
      )}
      {release !== undefined && (
        <>
          {" · "}
          <ReleaseLink version={release} />
        </>
      )}
    </div>
  );
}

/** The related error, as far as it is known. */
export function FeedbackSubject({ project, feedback }: Omit<WordsProps, "now">) {
  const { search } = useLocation();
  const { issue, aboutEvent, traceId } = feedback;
  const kept = keptSearch(search);
  if (issue) {
    const params = { project, issue: issue.shortId };
    const to = aboutEvent
      ? href("/:project/issues/:issue/events/:event", { ...params, event: aboutEvent })
      : href("/:project/issues/:issue", params);
    return (
      <>
        <Link to={{ pathname: to, search: kept }}>{issue.shortId}</Link>{" "}
        <span className="value">
          {[issue.type, issue.value].filter(Boolean).join(": ").slice(0, 120)}
        </span>
      </>
    );
  }
  if (aboutEvent)
    return (
      <span className="meta">
        Event <code>{aboutEvent.slice(0, 8)}</code>, not received
      </span>
    );
  if (traceId && !feedback.hasTrace)
    return (
      <span className="meta">
        Trace <code title={traceId}>{traceId.slice(0, 8)}</code>, no spans received
      </span>
    );
  if (traceId)
    return (
      <Link
        to={{
          pathname: href("/:project/traces/:trace", { project, trace: traceId }),
          search: kept,
        }}
      >
        Trace
      </Link>
    );
  return <span className="meta">No error</span>;
}

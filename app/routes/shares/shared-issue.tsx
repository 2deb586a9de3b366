import { Breadcrumbs } from "#app/routes/issues/event/breadcrumbs.tsx";
import { Stack } from "#app/routes/issues/event/stack.tsx";
import { EventMessages } from "#app/routes/issues/event/event-messages.tsx";
import { grouped } from "#server/domain/count.ts";
import { Facts } from "#app/ui/facts.tsx";
import { StateBadge } from "#app/ui/state-badge.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { SharedEvent } from "#server/domain/share/shared-event.ts";
import type { SharedIssueReading } from "./read-shared-issue.ts";
import { SharedNote } from "./shared-note.tsx";

type Props = Omit<SharedIssueReading, "path"> & { path?: string; expiresAt?: number; now: number };

const hidden =
  "Users, headers, cookies, bodies, and variables are omitted. Email and IP addresses are scrubbed.";

/** A shared issue with its recommended event: without actions and links to the project. */
export function SharedIssue({ issue, event, path, expiresAt, now }: Props) {
  const {
    shortId,
    title,
    culprit,
    level,
    state,
    count,
    userCount,
    firstSeen,
    lastSeen,
    unhandled,
  } = issue;
  return (
    <article>
      <title>{`${title} · ${shortId} · Spoor`}</title>
      <p className="meta">
        <code>{shortId}</code> · <StateBadge state={state} />
      </p>
      <h1>{title}</h1>
      <SharedNote {...{ hidden, path, expiresAt, now }} />
      <Facts
        facts={[
          ["Culprit", culprit && <code key="culprit">{culprit}</code>],
          ["Level", level],
          ["Handled", unhandled ? "no" : "yes"],
          ["Events", grouped(count)],
          ["Users", grouped(userCount)],
          [
            "First seen",
            <Seen key="first" at={firstSeen} release={issue.firstRelease} now={now} />,
          ],
          ["Last seen", <Seen key="last" at={lastSeen} release={issue.lastRelease} now={now} />],
        ]}
      />
      {event ? (
        <EventParts event={event} at={lastSeen} />
      ) : (
        <p className="empty">Its events have expired.</p>
      )}
    </article>
  );
}

function Seen({ at, release, now }: { at: number; release?: string; now: number }) {
  return (
    <>
      <Time at={at} now={now} />
      {release !== undefined && ` in ${release}`}
    </>
  );
}

function EventParts({ event, at }: { event: SharedEvent; at: number }) {
  const { request, tags, breadcrumbs } = event;
  return (
    <>
      <EventMessages event={event} />
      {/* Frames contain no links to the project here. */}
      <Stack project="" event={event} />
      <Breadcrumbs breadcrumbs={breadcrumbs} at={at} />
      <section className="part">
        <h2>About the event</h2>
        <Facts
          facts={[
            [
              "Request",
              request && (
                <code key="request">{[request.method, request.url].filter(Boolean).join(" ")}</code>
              ),
            ],
            ["Platform", event.platform],
            ...tags.map(([key, value]): [string, string] => [key, value]),
          ]}
        />
      </section>
    </>
  );
}

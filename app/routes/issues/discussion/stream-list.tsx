import { Time } from "#app/ui/format/time.tsx";
import type { Handle } from "#server/domain/people/mention.ts";
import { activitySentence } from "../activity-sentence.ts";
import type { Answer } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import type { NamedActivity, StreamEntry } from "./stream.ts";

type Props = {
  stream: StreamEntry[];
  handles: readonly Handle[];
  answer?: Answer;
  /** The comment whose form is open. */
  open?: { act: "edit" | "delete"; id: number };
  now: number;
};

/** Comments and activities, newest first. */
export function StreamList({ stream, handles, answer, open, now }: Props) {
  return (
    <ol className="activity">
      {stream.map((entry, index) =>
        entry.kind === "happened" ? (
          <Happened key={index} activity={entry.activity} now={now} />
        ) : (
          <CommentItem
            key={`comment ${entry.comment.id} ${entry.comment.version}`}
            {...{ comment: entry.comment, handles, answer, now }}
            open={open?.id === entry.comment.id ? open.act : undefined}
          />
        ),
      )}
    </ol>
  );
}

function Happened({ activity, now }: { activity: NamedActivity; now: number }) {
  return (
    <li>
      <span>
        <b>{actor(activity)}</b> {activitySentence(activity.what, activity.toName)}
      </span>{" "}
      <span className="meta">
        <Time at={activity.at} now={now} />
      </span>
    </li>
  );
}

function actor({ by, byName }: NamedActivity): string {
  if (by.kind === "system") return "Spoor";
  return byName ?? "A former user";
}

import { CommitSubject } from "#app/routes/releases/commits.tsx";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Suspect } from "./suspect-of-event.ts";

/** The suspect commit, with the reason. */
export function SuspectPart({ suspect, now }: { suspect?: Suspect; now: number }) {
  if (!suspect) return null;
  const { id, message, author, at, file, release, isRegression } = suspect;
  return (
    <section className="part" aria-labelledby="suspect">
      <h2 id="suspect">Suspect commit</h2>
      <p>
        <code title={id}>{id.slice(0, 7)}</code> <CommitSubject message={message} />
        {author !== undefined && (
          <>
            {" by "}
            <bdi>{author}</bdi>
          </>
        )}
        {at !== undefined && (
          <>
            {" "}
            <Time at={at} now={now} />
          </>
        )}
      </p>
      <p className="meta">
        Changes <code>{file}</code>, which is in this stack trace. First released in{" "}
        <ReleaseLink version={release} hash="commits" />,{" "}
        {isRegression ? "in which this issue regressed." : "the first release with this issue."}
      </p>
    </section>
  );
}

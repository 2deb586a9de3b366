import { useRevalidator } from "react-router";
import { useLive } from "./live.ts";
import { offerOfEvents, offerOfIssue, offerOfList } from "./offer.ts";

export type NewsProps = {
  project: string;
  /** The newest activity when the page was loaded. */
  seen: number;
  /** The page's issue, and its number of events. */
  issue?: { id: number; count: number };
};

export function News({ project, seen, issue }: NewsProps) {
  const { acts, count, missedAt } = useLive(project, seen, issue?.id);
  const since = acts.filter(({ id }) => id > seen);
  const many = missedAt > seen ? "Many new events" : undefined;
  const done = issue ? offerOfIssue(since, issue.id) : (many ?? offerOfList(since));
  const more = issue && offerOfEvents(count, issue.count);
  return (
    <>
      <span role="status">{done && <Show what={done} />}</span>
      {/* A growing number is not announced each time. */}
      {!done && more && <Show what={more} />}
    </>
  );
}

function Show({ what }: { what: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <button
      type="button"
      className="quiet"
      aria-keyshortcuts="."
      aria-disabled={state !== "idle"}
      onClick={() => void revalidate()}
    >
      {what}: show
    </button>
  );
}

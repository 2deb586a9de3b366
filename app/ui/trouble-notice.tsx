import { Time } from "./time.tsx";

/** What is wrong with this Spoor, above every page of its owners: they alone can do something about it. */
export function TroubleNotice({ now, list }: { now: number; list: { sentence: string; since: number }[] }) {
  return (
    <aside className="trouble" aria-label="State of this Spoor">
      {list.map(({ sentence, since }) => (
        <p key={sentence} className="error">
          <strong>{sentence}</strong> It began <Time at={since} now={now} />.
        </p>
      ))}
    </aside>
  );
}

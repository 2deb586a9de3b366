import { Time } from "#app/ui/format/time.tsx";

/** Problems of this instance. */
export type Troubles = { now: number; list: { sentence: string; since: number }[] };

/** Problems of this instance, on every page of its owners, who can fix them. */
export function TroubleNotice({ now, list }: Troubles) {
  return (
    <aside className="trouble" aria-label="Problems of this instance">
      {list.map(({ sentence, since }) => (
        <p key={sentence} className="error">
          <strong>{sentence}</strong> Started <Time at={since} now={now} />.
        </p>
      ))}
    </aside>
  );
}

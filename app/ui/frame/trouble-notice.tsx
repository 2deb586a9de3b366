import { Time } from "#app/ui/format/time.tsx";

/** Problems of this instance. */
export type Troubles = { now: number; list: { sentence: string; since: number }[] };

/**
 * What is wrong with this instance, above every page of its owners: they alone can do something
 * about it.
 */
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

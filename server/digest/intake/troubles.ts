import { type Trouble, troubleSentence } from "#server/domain/health/trouble.ts";
import type { Log } from "#server/telemetry/log.ts";

type Untimed<T> = T extends unknown ? Omit<T, "since"> : never;
type NewTrouble = Untimed<Trouble>;

/**
 * Current problems, one per kind. Logs the start and the end of each, however often it occurs in
 * between.
 */
export type Troubles = {
  begin(trouble: NewTrouble, error?: unknown): void;
  /** `day`: for problems that are tracked per day. */
  end(kind: Trouble["kind"], day?: string): void;
  has(kind: Trouble["kind"]): boolean;
  list(): Trouble[];
};

type TroublesDeps = { log: Log; now: () => number; onChange: () => void };

export function createTroubles({ log, now, onChange }: TroublesDeps): Troubles {
  const current = new Map<string, Trouble>();
  return {
    begin(begun, error) {
      const name = nameOf(begun);
      const known = current.get(name);
      if (known && sameCause(known, begun)) return;
      const trouble: Trouble = { ...begun, since: known?.since ?? now() };
      current.set(name, trouble);
      log("error", troubleSentence(trouble), { trouble: trouble.kind, error });
      onChange();
    },
    end(kind, day) {
      const name = day === undefined ? kind : `${kind} ${day}`;
      const over = current.get(name);
      if (!current.delete(name) || !over) return;
      log("info", "Resolved.", { trouble: kind, lastedMs: now() - over.since });
      onChange();
    },
    has: (kind) => current.has(kind),
    list: () => [...current.values()],
  };
}

/** Damage is tracked per file; each other kind exists once. */
function nameOf(trouble: NewTrouble): string {
  if ("day" in trouble) return `${trouble.kind} ${trouble.day}`;
  return trouble.kind === "spool-damaged" ? `${trouble.kind} ${trouble.segment}` : trouble.kind;
}

const sameCause = (known: Trouble, begun: NewTrouble) =>
  !("cause" in known) || ("cause" in begun && known.cause === begun.cause);

import { type Trouble, troubleSentence } from "#server/domain/health/trouble.ts";
import type { Log } from "#server/telemetry/log.ts";

type Untimed<T> = T extends unknown ? Omit<T, "since"> : never;
type NewTrouble = Untimed<Trouble>;

/**
 * What is wrong just now, each kind once: said in the log when it begins and when it is over,
 * whatever comes in between.
 */
export type Troubles = {
  begin(trouble: NewTrouble, error?: unknown): void;
  /** `day`: of troubles that each day has its own of. */
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

/** Damage is named piece by piece; everything else there is one of. */
function nameOf(trouble: NewTrouble): string {
  if ("day" in trouble) return `${trouble.kind} ${trouble.day}`;
  return trouble.kind === "spool-damaged" ? `${trouble.kind} ${trouble.segment}` : trouble.kind;
}

const sameCause = (known: Trouble, begun: NewTrouble) =>
  !("cause" in known) || ("cause" in begun && known.cause === begun.cause);

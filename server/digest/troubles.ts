import { type Trouble, troubleSentence } from "#server/domain/health/trouble.ts";
import type { Log } from "#server/log.ts";

type Untimed<T> = T extends unknown ? Omit<T, "since"> : never;
export type NewTrouble = Untimed<Trouble>;

/** What is wrong just now, each kind once: said in the log when it begins and when it is over, whatever comes in between. */
export type Troubles = {
  begin(trouble: NewTrouble, error?: unknown): void;
  end(kind: Trouble["kind"]): void;
  has(kind: Trouble["kind"]): boolean;
  list(): Trouble[];
};

export type TroublesParts = { log: Log; now: () => number; onChange: () => void };

export function createTroubles({ log, now, onChange }: TroublesParts): Troubles {
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
    end(kind) {
      const over = current.get(kind);
      if (!current.delete(kind) || !over) return;
      log("info", "This is over.", { trouble: kind, lastedMs: now() - over.since });
      onChange();
    },
    has: (kind) => current.has(kind),
    list: () => [...current.values()],
  };
}

/** Damage is named piece by piece; everything else there is one of. */
function nameOf(trouble: NewTrouble): string {
  if (trouble.kind === "day-damaged") return `${trouble.kind} ${trouble.day}`;
  return trouble.kind === "spool-damaged" ? `${trouble.kind} ${trouble.segment}` : trouble.kind;
}

const sameCause = (known: Trouble, begun: NewTrouble) =>
  !("cause" in known) || ("cause" in begun && known.cause === begun.cause);

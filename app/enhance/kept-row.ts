import { linkOf, rowsOfPage, tickOf } from "./rows.ts";

/** The row that one is on: the one with the focus. */
type KeptRow = {
  current(): HTMLElement | undefined;
  /** True when the key is one of those for rows. */
  press(key: string): boolean;
  end(): void;
};

/** When the row that one is on leaves the table, the one that takes its place has the focus. */
export function keptRow(): KeptRow {
  let index = -1;
  const keep = () => {
    if (index >= 0 && document.activeElement === document.body)
      go(Math.min(index, rowsOfPage().length - 1));
  };
  const observer = new MutationObserver(keep);
  const current = () => document.activeElement?.closest<HTMLElement>("main tbody tr") ?? undefined;
  const follow = () => {
    const row = current();
    if (!row) return;
    index = rowsOfPage().indexOf(row);
    observer.disconnect();
    observer.observe(row.parentElement!, { childList: true });
  };
  const go = (to: number) => linkOf(rowsOfPage()[to])?.focus();
  const moves: { [key: string]: () => void } = {
    j: () => go(Math.min(index + 1, rowsOfPage().length - 1)),
    k: () => go(Math.max(index - 1, 0)),
    x: () => tickOf(current())?.click(),
    o: () => linkOf(current())?.click(),
  };
  document.addEventListener("focusin", follow);
  return {
    current,
    press(key) {
      if (!Object.hasOwn(moves, key) || rowsOfPage().length === 0) return false;
      moves[key]!();
      return true;
    },
    end() {
      document.removeEventListener("focusin", follow);
      observer.disconnect();
    },
  };
}

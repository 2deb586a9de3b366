import { listenToJump } from "./jump.ts";
import { openByKey } from "./menus.ts";
import { selectForAction, linkOf, rowsOfPage, checkboxOf } from "./rows.ts";

/** Maximum time between two keys of a sequence such as `g i`. Holding both also counts. */
const sequenceMs = 1_500;
/** Set on `/account`: single-key shortcuts interfere with speech input (WCAG 2.1.4). */
const switchedOff = /(?:^|; )spoor_keys=off(?:;|$)/;

/**
 * A key clicks or focuses the element that names it; `j k x o` move between rows. Returns a
 * function that stops it.
 */
export function listenToKeys(): () => void {
  const rows = keptRow();
  const state = { first: "", until: 0 };
  const press = (event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    const { key } = event;
    const first = event.timeStamp < state.until ? state.first : "";
    const element = elementFor(first ? `${first}+${key}` : key);
    state.first = "";
    if (element) act(element, rows.current());
    else if (key === "?") void openDialog();
    else if (hasSequences(key))
      Object.assign(state, { first: key, until: event.timeStamp + sequenceMs });
    else if (!rows.press(key)) return;
    event.preventDefault();
  };
  const endJump = listenToJump();
  document.addEventListener("keydown", press);
  document.addEventListener("click", listKeys, true);
  return () => {
    document.removeEventListener("keydown", press);
    document.removeEventListener("click", listKeys, true);
    rows.end();
    endJump();
  };
}

const openDialog = async () => (await import("./keys-dialog.ts")).showKeys();

/** The footer's link lists the keys of the page instead of explaining them. */
function listKeys(event: MouseEvent): void {
  if (!(event.target as Element).closest('.foot a[href$="#keys"]')) return;
  event.preventDefault();
  void openDialog();
}

function isShortcut({
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
  target,
  key,
}: KeyboardEvent): boolean {
  const isTaken =
    ctrlKey || metaKey || altKey || isComposing || defaultPrevented || isTyping(target);
  return (
    !isTaken &&
    key.length === 1 &&
    !document.querySelector("dialog[open]") &&
    !switchedOff.test(document.cookie)
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Letters choose an item there.
  if (target.closest("details.menu[open]")) return true;
  const takesText =
    target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type);
  return takesText || target.isContentEditable || /^(?:SELECT|TEXTAREA)$/.test(target.tagName);
}

/** An element with exactly these keys precedes one that has others as well. */
function elementFor(keys: string): HTMLElement | null {
  const [alone, also] = ["", "~"].map((some) =>
    document.querySelector<HTMLElement>(
      `[aria-keyshortcuts${some}="${CSS.escape(keys)}"]:not(:disabled)`,
    ),
  );
  return alone ?? also!;
}

const hasSequences = (key: string) =>
  document.querySelector(`[aria-keyshortcuts^="${CSS.escape(key)}+"]`) !== null;

/** At the end of the text. */
function goOnTyping(field: HTMLInputElement): void {
  field.focus();
  if (/^(?:search|text)$/.test(field.type))
    field.setSelectionRange(field.value.length, field.value.length);
}

function act(element: HTMLElement, row: HTMLElement | undefined): void {
  if (element instanceof HTMLInputElement) return goOnTyping(element);
  if (element.matches(".menu > summary")) return openByKey(element, row);
  if (element instanceof HTMLButtonElement && element.form) selectForAction(element.form, row);
  element.click();
}

/** The current row, which has the focus. */
type KeptRow = {
  current(): HTMLElement | undefined;
  /** True if the key is one of those for rows. */
  press(key: string): boolean;
  end(): void;
};

/**
 * If the current row leaves the table, the row in its place gets the focus. A page that is opened
 * again goes on at its last row.
 */
function keptRow(): KeptRow {
  const indexes = new Map<string, number>();
  const index = () => indexes.get(location.pathname) ?? -1;
  const keep = () => {
    if (index() >= 0 && document.activeElement === document.body)
      go(Math.min(index(), rowsOfPage().length - 1));
  };
  const observer = new MutationObserver(keep);
  const current = () => document.activeElement?.closest<HTMLElement>("main tbody tr") ?? undefined;
  const follow = () => {
    const row = current();
    if (!row) return;
    indexes.set(location.pathname, rowsOfPage().indexOf(row));
    observer.disconnect();
    observer.observe(row.parentElement!, { childList: true });
  };
  const go = (to: number) => linkOf(rowsOfPage()[to])?.focus();
  const moves: { [key: string]: () => void } = {
    j: () => go(Math.min(index() + 1, rowsOfPage().length - 1)),
    k: () => go(Math.max(index() - 1, 0)),
    x: () => checkboxOf(current())?.click(),
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

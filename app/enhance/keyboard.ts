import { keptRow } from "./kept-row.ts";
import { tickForAct } from "./rows.ts";

/** Two keys, one after the other, within this time: `g i`. Held together they are the same. */
const sequenceMs = 1_500;
/** Set by `/account`: single keys are in the way of who speaks to the machine (WCAG 2.1.4). */
const switchedOff = /(?:^|; )spoor_keys=off(?:;|$)/;

/**
 * Pressing a key clicks the element that names it, or focuses a field; `j k x o` go through rows.
 * Returns how to end it.
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
    else if (key === "?") void import("./keys-dialog.ts").then(({ showKeys }) => showKeys());
    else if (hasSequences(key))
      Object.assign(state, { first: key, until: event.timeStamp + sequenceMs });
    else if (!rows.press(key)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("keydown", press);
    rows.end();
  };
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
  const takesText =
    target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type);
  return takesText || target.isContentEditable || /^(?:SELECT|TEXTAREA)$/.test(target.tagName);
}

/** An element that has the keys alone goes before one that has others as well. */
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

/** Behind what is there. */
function goOnTyping(field: HTMLInputElement): void {
  field.focus();
  if (/^(?:search|text)$/.test(field.type))
    field.setSelectionRange(field.value.length, field.value.length);
}

function act(element: HTMLElement, row: HTMLElement | undefined): void {
  if (element instanceof HTMLInputElement) return goOnTyping(element);
  if (element instanceof HTMLButtonElement && element.form) tickForAct(element.form, row);
  element.click();
}

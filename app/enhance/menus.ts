import { linkOf, selectForAction } from "./rows.ts";

const openMenus = () => [...document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")];

/**
 * Escape and a click elsewhere close an open menu; without scripts, its own button does. Arrow keys
 * and first letters move in it. Returns a function that stops it.
 */
export function listenToMenus(): () => void {
  const click = ({ target }: MouseEvent) => {
    for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") for (const menu of openMenus()) close(menu);
    else if (moveIn(event)) event.preventDefault();
  };
  document.addEventListener("click", click);
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("click", click);
    document.removeEventListener("keydown", press);
  };
}

/** Focus inside the menu returns to its button. */
function close(menu: HTMLDetailsElement): void {
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector("summary")?.focus();
}

/**
 * Opens a menu for the current row and focuses its first item. When it closes, the focus returns to
 * the row, which stays selected only if it was before.
 */
export function openByKey(summary: HTMLElement, row: HTMLElement | undefined): void {
  const menu = summary.parentElement as HTMLDetailsElement;
  const form = menu.closest("form");
  const box = form ? selectForAction(form, row) : undefined;
  if (!summary.checkVisibility()) return;
  menu.open = true;
  itemsIn(menu)[0]?.focus();
  const end = new AbortController();
  const after = () => {
    if (menu.open) return;
    end.abort();
    const { activeElement } = document;
    if (activeElement !== document.body && !menu.contains(activeElement)) return;
    if (box) box.checked = false;
    linkOf(row)?.focus();
  };
  menu.addEventListener("toggle", after, end);
  // The form is read before the event that follows.
  menu.addEventListener("submit", () => (menu.open = false), end);
  form?.addEventListener("submit", () => (menu.open = false), end);
}

const itemsIn = (menu: Element): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>(".sheet :is(a, button, select)"),
];

/** True if the key belongs to the open menu that has the focus. */
function moveIn({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const at = target as HTMLElement;
  const menu = at.closest?.("details.menu[open]");
  if (!menu || ctrlKey || metaKey || altKey) return false;
  if (at.matches("select")) return key === "Enter" && pressButtonOf(at);
  if (!at.matches("summary, a, button")) return false;
  const items = itemsIn(menu);
  const index = items.indexOf(at);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1 }[key];
  const inOrder = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  const item =
    next === undefined
      ? inOrder.find(({ textContent }) => key === textContent.trim()[0]?.toLowerCase())
      : items.at(next % items.length);
  item?.focus();
  return item !== undefined;
}

/** Enter would press the first button of the whole form. */
function pressButtonOf(select: HTMLElement): boolean {
  const button = select.parentElement?.querySelector("button");
  button?.click();
  return button !== null;
}

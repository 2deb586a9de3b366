/**
 * Focuses a search field from the first script on: on `/` the page's own, or else the rail's, and on
 * Ctrl+K or ⌘K the rail's. The listener for all keys loads later (`keyboard.ts`) and would take the
 * letters typed next for shortcuts. Small, because every page loads it first.
 */
export const listenToEarlyKeys = () => document.addEventListener("keydown", press);
/** Once the listener for all keys is there, which also knows `g /`. */
export const endEarlyKeys = () => document.removeEventListener("keydown", press);

function press(event: KeyboardEvent): void {
  const isJump = event.key === "k" && (event.ctrlKey || event.metaKey);
  const isSearch = event.key === "/" && !/keys=off/.test(document.cookie);
  if (event.target !== document.body || !(isJump || isSearch)) return;
  const find = (by: string) =>
    document.querySelector<HTMLInputElement>(`[aria-keyshortcuts${by}="/"]`);
  const field = (isSearch && find("")) || find("~");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(1e3, 1e3);
}

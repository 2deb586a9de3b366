/**
 * Focuses the search field on `/` from the first script on: the page's own, or else the rail's. The
 * listener for all keys loads later (`keyboard.ts`) and would take the letters typed next for
 * shortcuts. Small, because every page loads it first.
 */
export const listenToSlash = () => document.addEventListener("keydown", press);
/** Once the listener for all keys is there, which also knows `g /`. */
export const endSlash = () => document.removeEventListener("keydown", press);

function press(event: KeyboardEvent): void {
  if (event.key !== "/" || event.target !== document.body || /keys=off/.test(document.cookie))
    return;
  const find = (by: string) =>
    document.querySelector<HTMLInputElement>(`[aria-keyshortcuts${by}="/"]`);
  const field = find("") ?? find("~");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(1e3, 1e3);
}

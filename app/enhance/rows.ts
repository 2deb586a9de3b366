/** The rows of the page's table that lead somewhere. */
export const rowsOfPage = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>("main table:not(.waterfall, .pairs) tbody tr:has(th a)"),
];

export const linkOf = (row: Element | undefined): HTMLElement | undefined =>
  row?.querySelector<HTMLElement>("th a") ?? undefined;

export const tickOf = (row: Element | undefined): HTMLInputElement | undefined =>
  row?.querySelector<HTMLInputElement>("input[type=checkbox]") ?? undefined;

/** An act on rows is meant for those that are ticked; where none is, for the one that one is on. */
export function tickForAct(form: HTMLFormElement, row: Element | undefined): void {
  const box = tickOf(row);
  const isTicked = form.querySelector("[name=issue]:checked, [name=all]:checked") !== null;
  if (box?.form === form && !isTicked) box.checked = true;
}

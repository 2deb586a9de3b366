/** The rows of the page's table that have a link. */
export const rowsOfPage = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    "main table:not(.waterfall, .pairs) tbody tr:has(th a)",
  ),
];

export const linkOf = (row: Element | undefined): HTMLElement | undefined =>
  row?.querySelector<HTMLElement>("th a") ?? undefined;

export const checkboxOf = (row: Element | undefined): HTMLInputElement | undefined =>
  row?.querySelector<HTMLInputElement>("input[type=checkbox]") ?? undefined;

/**
 * An action applies to selected rows; without a selection, to the focused row, whose checkbox is
 * returned.
 */
export function selectForAction(
  form: HTMLFormElement,
  row: Element | undefined,
): HTMLInputElement | undefined {
  const box = checkboxOf(row);
  const isSelected = form.querySelector("[name=issue]:checked, [name=all]:checked") !== null;
  if (box?.form !== form || isSelected) return undefined;
  box.checked = true;
  return box;
}

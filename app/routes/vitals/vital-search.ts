/**
 * The query string of a link between vitals pages: sets named parameters, and removes undefined
 * ones. Another page, order, or filter starts at its first page.
 */
export function vitalSearch(
  search: string,
  changes: { [name: string]: string | undefined },
): string {
  const params = new URLSearchParams(search);
  params.delete("cursor");
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
  }
  return params.toString();
}

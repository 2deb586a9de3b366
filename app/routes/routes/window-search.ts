/**
 * What a route's page keeps of the list's URL, and the list of a route's page: when, where and of
 * which release.
 */
export function windowSearch(search: string): string {
  const params = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ["environment", "since", "until", "release"]) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

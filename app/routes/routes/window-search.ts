/** URL parameters shared by the list and a route's page: time range, environment, and release. */
export function windowSearch(search: string): string {
  const params = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ["environment", "since", "until", "release"]) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

/** The pattern of matched routes, with a leading slash: `/`, `/shop/:product`. Root first. */
export function routeOf(branch: { route: { path?: string | undefined } }[]): string {
  return asRoute(
    branch
      .map(({ route }) => route.path?.replace(/^\/|\/$/g, ""))
      .filter(Boolean)
      .join("/"),
  );
}

/** React Router writes `/` for the index, and other patterns without a leading slash. */
export function asRoute(pattern: string): string {
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}

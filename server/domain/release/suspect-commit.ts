/**
 * The newest of a release's commits that changed a file in the stack: a first place to look.
 * `commits`: newest first, as sent by tools. `paths`: of in-app frames, the throwing one first.
 */
export function suspectCommit<C extends { at?: number; files: readonly string[] }>(
  commits: readonly C[],
  paths: readonly string[],
): { commit: C; file: string } | undefined {
  const newestFirst = commits.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  for (const commit of newestFirst) {
    const file = commit.files.find((each) => paths.some((path) => isSamePath(path, each)));
    if (file !== undefined) return { commit, file };
  }
  return undefined;
}

/**
 * The newest commit that changed a module of one of these routes: the ID of a route is the path of
 * its file below the application's folder, without what follows the name.
 */
export const suspectOfRoutes = <C extends { at?: number; files: readonly string[] }>(
  commits: readonly C[],
  routeIds: readonly string[],
): C | undefined =>
  commits
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .find(({ files }) =>
      files.some((file) =>
        routeIds.some((id) => `/${file}`.includes(`/${id}.`) || `/${file}`.includes(`/${id}/`)),
      ),
    );

/** A name alone, such as `index.ts`, doesn't identify a file. */
const leastSegments = 2;

/**
 * Whether one path ends like the other: stacks use paths of the build or runtime
 * (`/app/src/cart.ts`, `app:///src/cart.ts`, `./src/cart.ts?t=1`), commits use paths in the
 * repository.
 */
export function isSamePath(a: string, b: string): boolean {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  const length = Math.min(left.length, right.length);
  if (length === 0) return false;
  const alike = left.slice(-length).join("/") === right.slice(-length).join("/");
  return alike && (length >= leastSegments || left.length === right.length);
}

function segmentsOf(path: string): string[] {
  const [bare = ""] = path.replace(/^[a-z][a-z0-9+.-]*:\/+/i, "").split(/[?#]/);
  return bare
    .replaceAll("\\", "/")
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
}

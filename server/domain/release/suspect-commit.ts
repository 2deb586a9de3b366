/**
 * The newest of a release's commits that touched a file the error ran through: who made the release
 * has a first place to look at. `commits`: the newest first, as tools send them; `paths` of the
 * stack's own frames, the one that threw first.
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

/** A name alone, `index.ts`, is too little to tell a file by. */
const leastSegments = 2;

/**
 * Whether one path ends like the other: stacks name files by where they were built or run
 * (`/app/src/cart.ts`, `app:///src/cart.ts`, `./src/cart.ts?t=1`), commits from the root of their
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

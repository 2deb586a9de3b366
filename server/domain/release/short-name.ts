/** The parts of a version: `short` distinguishes it. Together, they are the whole version. */
type VersionParts = { before: string; short: string; after: string };

const hashShown = 7;

/** `web@` · `1.2.3` · `+build.7`; for a commit hash, the first seven digits, as in git. */
export function versionParts(version: string): VersionParts {
  const [, before = "", rest = ""] = /^(.*@)?(.*)$/s.exec(version)!;
  if (rest === "") return { before: "", short: version, after: "" };
  if (/^[0-9a-f]{12,64}$/i.test(rest))
    return { before, short: rest.slice(0, hashShown), after: rest.slice(hashShown) };
  const build = rest.indexOf("+");
  return build > 0
    ? { before, short: rest.slice(0, build), after: rest.slice(build) }
    : { before, short: rest, after: "" };
}

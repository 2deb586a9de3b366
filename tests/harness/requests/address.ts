import type { Named } from "#tests/harness/data/filled-project.ts";

/** Parameters of a pattern, with the preceding segment where a name has several meanings. */
export function partsOf(pattern: string): string[] {
  return [...pattern.matchAll(part)].map(([name, before]) =>
    /^:key|^\*/.test(name) ? `${before}/${plain(name)}` : name,
  );
}

/** `/:project/settings/keys/:key` → `/shop/settings/keys/…`. */
export function addressOf(pattern: string, named: Named): string {
  return pattern.replaceAll(part, (name, before: string) => {
    const value = named[`${before}/${plain(name)}`] ?? named[plain(name)];
    if (value === undefined)
      throw new Error(`tests/harness/data/filled-project.ts knows no example of ${before}/${name}`);
    return value;
  });
}

const part = /(?<=(\w*)\/)(?::\w+|\*\w*)/g;

/** Treats React Router's `*` and Express's `*version` alike. */
const plain = (name: string) => (name.startsWith("*") ? "*" : name);

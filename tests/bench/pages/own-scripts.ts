import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const assets = new URL("../../../build/client/assets/", import.meta.url);

/** React, React Router, the bundler's CommonJS wrapper, and React Router's route manifest. */
const theirs = /^(?:vendor|manifest|rolldown-runtime)-/;

/**
 * Compressed size of own scripts that a page loads before it is interactive: those it names and
 * their imports.
 */
export async function ownScriptsKiB(html: string): Promise<number> {
  const named = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!);
  return kibibytes([...(await withImports(named))].filter((name) => !theirs.test(name)));
}

/** Browser tracing, loaded after hydration, with dependencies that no page has loaded yet. */
export async function telemetryKiB(): Promise<number> {
  const names = await readdir(fileURLToPath(assets));
  const loaded = await withImports(
    names.filter((name) => /^(?:entry\.client|root|shared|vendor)-.*\.js$/.test(name)),
  );
  const recorder = await withImports(
    names.filter((name) => /^(?:recorder|web-vitals)-.*\.js$/.test(name)),
  );
  return kibibytes([...recorder].filter((name) => !loaded.has(name)));
}

export async function stylesKiB(html: string): Promise<number> {
  const named = [...html.matchAll(/\/assets\/([\w.-]+\.css)/g)].map(([, name]) => name!);
  return kibibytes([...new Set(named)]);
}

async function withImports(names: string[], seen: Set<string> = new Set()): Promise<Set<string>> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const code = await readFile(new URL(name, assets), "utf8");
    const imported = [...code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(
      (match) => match[1]!,
    );
    await withImports(imported, seen);
  }
  return seen;
}

async function kibibytes(names: string[]): Promise<number> {
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(new URL(name, assets))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

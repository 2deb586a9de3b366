import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * A machine with Node and npm only: an empty home, an empty cache, and no other program on the
 * path.
 */
export type EmptyMachine = {
  home: string;
  cache: string;
  env: NodeJS.ProcessEnv;
  /** Returns seconds. */
  run(command: string[], cwd?: string): number;
};

/** Programs that npm runs by name. */
const programs = ["npm", "npx", "sh"];

export function makeEmptyMachine(home: string, node: string): EmptyMachine {
  const path = join(home, "bin");
  const cache = join(home, "cache");
  mkdirSync(path, { recursive: true });
  symlinkSync(realpathSync(node), join(path, "node"));
  for (const program of programs) symlinkSync(realpathSync(onPath(program)), join(path, program));
  const env = {
    ...registryEnvironment(),
    PATH: path,
    HOME: home,
    npm_config_cache: cache,
    CI: "true",
  };
  return {
    home,
    cache,
    env,
    run([program, ...words], cwd = home) {
      const startedAt = performance.now();
      execFileSync(program!, words, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
      return (performance.now() - startedAt) / 1000;
    },
  };
}

/** This machine's registry settings. */
export const registryEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([key]) => /CERT|_proxy$|^npm_config_registry$/i.test(key)),
  );

/** The machine's own program if this checkout has one of the same name. */
export function onPath(program: string): string {
  const folders = process.env["PATH"]!.split(delimiter).filter(
    (folder) => !folder.includes("node_modules"),
  );
  const path = folders.map((folder) => join(folder, program)).find((each) => existsSync(each));
  if (path === undefined) throw new Error(`${program} is not on the path.`);
  return path;
}

/** The major version of a Node: `24`. */
export const majorOf = (node: string): string =>
  execFileSync(node, ["--version"], { encoding: "utf8" }).slice(1).split(".", 1)[0]!;

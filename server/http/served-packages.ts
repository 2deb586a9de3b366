import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SettingStore } from "#server/storage/instance/setting-store.ts";

/** The instrumentation package that this server offers to React Router applications. */
export type ServedPackages = {
  /** This version's file name; undefined if the program runs without a build. */
  newest(): Promise<string | undefined>;
  /**
   * The bytes by file name, for every version that this instance ever served; undefined for others.
   */
  read(name: string): Promise<Uint8Array | undefined>;
};

const fileName = /^spoor-react-router-\d[\w.-]{0,40}-[0-9a-f]{16}\.tgz$/;

/**
 * Lock files of applications contain the address and hash of the installed package, and builds
 * request it years later. Every served version is kept next to the settings (33 kB each), so that
 * upgrading this server breaks no build.
 */
export function servedPackages(
  settings: Pick<SettingStore, "get" | "keep">,
  folder: string,
): ServedPackages {
  const newest = async () =>
    (await readdir(folder).catch(() => [])).find((name) => fileName.test(name));

  return {
    newest,
    async read(name) {
      if (!fileName.test(name)) return undefined;
      const kept = await settings.get(settingOf(name));
      if (kept !== undefined) return Buffer.from(kept, "base64");
      if (name !== (await newest())) return undefined;
      const bytes = await readFile(join(folder, name));
      await settings.keep(settingOf(name), bytes.toString("base64"));
      return bytes;
    },
  };
}

const settingOf = (name: string) => `package:${name}`;

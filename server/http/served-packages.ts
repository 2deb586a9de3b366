import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SettingStore } from "#server/storage/instance/setting-store.ts";

/**
 * The instrumentation as a package, which this server offers to React Router applications: those
 * install it from here.
 */
export type ServedPackages = {
  /** The file name of this version's; undefined where the program was started without a build. */
  newest(): Promise<string | undefined>;
  /**
   * The bytes by file name, of every version that this instance has ever handed out; undefined for
   * others.
   */
  read(name: string): Promise<Uint8Array | undefined>;
};

const fileName = /^spoor-react-router-\d[\w.-]{0,40}-[0-9a-f]{16}\.tgz$/;

/**
 * Lock files of applications name the address and the hash of what they installed, and builds ask
 * for it years later: what was handed out once is kept beside the settings (33 kB a version), so
 * that an upgrade of this server breaks no build.
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

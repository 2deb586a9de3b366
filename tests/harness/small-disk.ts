import { spawnSync } from "node:child_process";
import { open, rm } from "node:fs/promises";
import type { Spoor } from "./spoor.ts";

/** A file system of its own for a Spoor's data folder, which nobody else sees: in a mount namespace, where the machine allows one. */
export const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

/**
 * What to run a Spoor under (`SpoorOptions`) so that its data folder, as it is now, lies on a disk of so many MiB. `then` is done to
 * the disk before Spoor starts: `mount -o remount,ro .`, for one.
 */
export function onSmallDisk(mib: number, then = "true"): string[] {
  const script = `set -e; cd /; disk=$(mktemp -d); mount -t tmpfs -o size=${mib}m tmpfs "$disk"
    cp -a "$SPOOR_DATA/." "$disk/"; mount --bind "$disk" "$SPOOR_DATA"; cd "$SPOOR_DATA"; ${then}; exec "$@"`;
  return ["unshare", "-rm", "sh", "-c", script, "sh"];
}

/** Takes all the room there is on the disk of a Spoor that runs; answers with how to give it back. */
export async function fillDisk({ pid, dataFolder }: Spoor): Promise<() => Promise<void>> {
  const path = `/proc/${pid}/root${dataFolder}/filling`;
  const file = await open(path, "w");
  for (const size of [1024 * 1024, 4096]) {
    const bytes = Buffer.alloc(size);
    for (let written = size; written === size;)
      written = await file.write(bytes).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      );
  }
  await file.close();
  return () => rm(path);
}

/** Files may grow no further than this from now on, or as far as they like: how a disk refuses that nobody may mount. */
export function limitFiles({ pid }: Spoor, bytes: number | "unlimited"): void {
  spawnSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:unlimited`]);
}

export const mayLimit = spawnSync("prlimit", ["--version"]).status === 0;

import { spawnSync } from "node:child_process";
import { open, rm } from "node:fs/promises";
import type { Spoor } from "#tests/harness/spoor.ts";

/**
 * A separate file system for a data folder, visible only in its mount namespace, where the machine
 * allows one.
 */
export const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

/**
 * Prefix (`SpoorOptions`) that puts the data folder on a disk of that many MiB. `then` runs on the
 * disk before the start, such as `mount -o remount,ro .`.
 */
export function onSmallDisk(mib: number, then = "true"): string[] {
  const script = `set -e; cd /; disk=$(mktemp -d); mount -t tmpfs -o size=${mib}m tmpfs "$disk"
    cp -a "$SPOOR_DATA/." "$disk/"; mount --bind "$disk" "$SPOOR_DATA"; cd "$SPOOR_DATA"; ${then}; exec "$@"`;
  return ["unshare", "-rm", "sh", "-c", script, "sh"];
}

/** Fills the disk of a running server. Returns a function that frees it. */
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

/**
 * Likewise with a fallible disk: an ext4 in `IMAGE`, created when missing and otherwise checked as
 * after a crash. Only root may mount one.
 */
export function onFallibleDisk(image: string): string[] {
  const script = `set -e; cd /; disk=$(mktemp -d)
    if [ -e "${image}" ]; then e2fsck -fp "${image}" >/dev/null || [ $? -lt 4 ]; mount -o loop,errors=remount-ro "${image}" "$disk"
    else truncate -s 64M "${image}"; mkfs.ext4 -q -F "${image}"; mount -o loop,errors=remount-ro "${image}" "$disk"
      cp -a "$SPOOR_DATA/." "$disk/"; sync -f "$disk"; fi
    mount --bind "$disk" "$SPOOR_DATA"; cd "$SPOOR_DATA"; exec "$@"`;
  return ["unshare", "-m", "sh", "-c", script, "sh"];
}

const trial = `image=$(mktemp); truncate -s 8M "$image"; mkfs.ext4 -q -F "$image" && mount -o loop "$image" /mnt; code=$?
  rm "$image"; exit $code`;
export const canMountImages = spawnSync("unshare", ["-m", "sh", "-c", trial]).status === 0;

/** Makes a disk read-only, as the kernel does after errors. */
export function makeReadOnly({ pid, dataFolder }: Spoor): void {
  const { status, stderr } = spawnSync("nsenter", [
    "-t",
    `${pid}`,
    "-m",
    "mount",
    "-o",
    "remount,abort",
    dataFolder,
  ]);
  if (status !== 0) throw new Error(stderr.toString());
}

/** Limits the size of files from now on, or removes the limit: a full disk without a mount. */
export function limitFiles({ pid }: Spoor, bytes: number | "unlimited"): void {
  spawnSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:unlimited`]);
}

export const canLimit = spawnSync("prlimit", ["--version"]).status === 0;

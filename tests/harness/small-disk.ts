import { spawnSync } from "node:child_process";
import { open, rm } from "node:fs/promises";
import type { Spoor } from "./spoor.ts";

/** A file system of its own for a Spoor's data folder, visible to it alone: in a mount namespace, where the machine allows one. */
export const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

/**
 * What to run a Spoor under (`SpoorOptions`) so that its data folder, as it is now, is on a disk of so many MiB. `then` is done to
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

/**
 * The same on a disk that can go wrong: an ext4 of its own in `IMAGE`, made when it is missing and else checked, as after a crash.
 * Only the machine's root may mount one.
 */
export function onMortalDisk(image: string): string[] {
  const script = `set -e; cd /; disk=$(mktemp -d)
    if [ -e "${image}" ]; then e2fsck -fp "${image}" >/dev/null || [ $? -lt 4 ]; mount -o loop,errors=remount-ro "${image}" "$disk"
    else truncate -s 64M "${image}"; mkfs.ext4 -q -F "${image}"; mount -o loop,errors=remount-ro "${image}" "$disk"
      cp -a "$SPOOR_DATA/." "$disk/"; sync -f "$disk"; fi
    mount --bind "$disk" "$SPOOR_DATA"; cd "$SPOOR_DATA"; exec "$@"`;
  return ["unshare", "-m", "sh", "-c", script, "sh"];
}

const trial = `image=$(mktemp); truncate -s 8M "$image"; mkfs.ext4 -q -F "$image" && mount -o loop "$image" /mnt; code=$?
  rm "$image"; exit $code`;
export const mayMountImages = spawnSync("unshare", ["-m", "sh", "-c", trial]).status === 0;

/** What the kernel does to a disk with errors: from now on it is read-only. */
export function makeReadOnly({ pid, dataFolder }: Spoor): void {
  const { status, stderr } = spawnSync("nsenter", ["-t", `${pid}`, "-m", "mount", "-o", "remount,abort", dataFolder]);
  if (status !== 0) throw new Error(stderr.toString());
}

/** Files may grow no further than this from now on, or as far as they like: how a disk refuses that cannot be mounted. */
export function limitFiles({ pid }: Spoor, bytes: number | "unlimited"): void {
  spawnSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:unlimited`]);
}

export const mayLimit = spawnSync("prlimit", ["--version"]).status === 0;

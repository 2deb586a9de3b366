import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { programFolder } from "#tests/harness/program.js";
import type { SpoorOptions } from "#tests/harness/spoor.ts";

/** The user of server/deploy/Dockerfile. */
const user = 65_532;

/** Namespaces and `chroot` need root. */
export const canRunImages = (): boolean =>
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status === 0;

/**
 * Creates the file system of server/deploy/Dockerfile without an image: Node, its libraries, and
 * the program. A process started in it is process 1, has no privileges, and may write only to
 * `/data` and `/tmp`.
 */
export function makeImage(): {
  root: string;
  options(dataFolder: string): SpoorOptions;
  remove(): void;
} {
  const root = mkdtempSync(join(tmpdir(), "spoor-image-"));
  chmodSync(root, 0o755);
  const node = realpathSync(process.execPath);
  for (const library of librariesOf(node)) copy(library, join(root, library));
  copy(node, join(root, "usr/local/bin/node"));
  for (const name of [
    "build",
    "package.json",
    "server/start/less-memory.js",
    "server/start/packed.js",
    "server/start/run-build.js",
  ])
    copy(join(programFolder, name), join(root, "app", name));
  for (const name of ["data", "tmp", "proc", "dev"]) mkdirSync(join(root, name));
  for (const name of ["null", "urandom"]) execFileSync("touch", [join(root, "dev", name)]);
  return {
    root,
    options: (dataFolder) => {
      chownSync(dataFolder, user, user);
      return {
        dataFolder,
        under: [
          "unshare",
          "--mount",
          "--pid",
          "--fork",
          "--kill-child",
          "sh",
          "-ec",
          enter,
          root,
          dataFolder,
        ],
        command: ["/usr/local/bin/node", "/app/server/start/packed.js"],
      };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const enter = `
mount --make-rprivate /; mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"
mount --bind "$1" "$0/data"; mount -t tmpfs -o size=64m,mode=1777 tmpfs "$0/tmp"; mount -t proc proc "$0/proc"
for device in null urandom; do mount --bind /dev/$device "$0/dev/$device"; done
root=$0; shift; exec env SPOOR_DATA=/data chroot --userspec=${user}:${user} "$root" "$@"`;

function librariesOf(program: string): string[] {
  const lines = execFileSync("ldd", [program]).toString().split("\n");
  return lines.flatMap((line) => /(?:=> )?(\/\S+) \(/.exec(line)?.[1] ?? []);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}

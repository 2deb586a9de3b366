import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { goProgram } from "../set-up.js";

/** Builds the Go program in `folder` and returns the path of its file. A file of the same source is built once. */
export async function buildGoProgram(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
  const built = join(tmpdir(), `spoor-go-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(built)) return built;
  const cache = { GOFLAGS: "-mod=readonly", GOTOOLCHAIN: "local", HOME: process.env["HOME"] ?? tmpdir() };
  const env = { PATH: process.env["PATH"], ...cache };
  await promisify(execFile)(goProgram()!, ["build", "-o", built, "."], { cwd: folder, env, timeout: 80_000 });
  return built;
}

import { fileURLToPath } from "node:url";
import { type Program, startProgram } from "./program.ts";

/** A program of `floors/` by file name. */
export function startFloor(
  name: "decode-spans" | "parse-event" | "parse-spans" | "read-only",
): Promise<Program> {
  return startProgram({ words: [fileURLToPath(new URL(`../floors/${name}.ts`, import.meta.url))] });
}

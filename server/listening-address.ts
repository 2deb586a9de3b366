import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileIn = (dataFolder: string) => join(dataFolder, "listening.url");

/**
 * Tells commands on the same folder where its server listens, `http://localhost:3000`: only the server knows, when PORT is 0 or was
 * set for it alone. Returns what removes it. A server that was killed leaves it behind, and a restart replaces it. On a full disk
 * there is none: a server starts there, too.
 */
export function publishAddress(dataFolder: string, url: string): () => void {
  const reachable = url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, "//localhost");
  const remove = () => rmSync(fileIn(dataFolder), { force: true });
  try {
    writeFileSync(fileIn(dataFolder), `${reachable}\n`);
  } catch {
    remove();
  }
  return remove;
}

/** Undefined where no server has said it. */
export function publishedAddress(dataFolder: string): string | undefined {
  try {
    return readFileSync(fileIn(dataFolder), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config.ts";

/** `http://localhost:3000`, as people type it. */
export function urlAt(host: string, port: number): string {
  const name = host === "127.0.0.1" || host === "::1" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** From this machine a server that listens everywhere is at `localhost`. */
export const fromHere = (url: string): string =>
  url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, "//localhost");

const fileIn = (dataFolder: string) => join(dataFolder, "listening.url");

/**
 * Tells commands on the same folder where its server listens, `http://localhost:3000`: only the
 * server knows, when PORT is 0 or was set for it alone. Returns what removes it. A server that was
 * killed leaves it behind, and a restart replaces it. On a full disk there is none: a server starts
 * there, too.
 */
export function publishAddress(dataFolder: string, url: string): () => void {
  const remove = () => rmSync(fileIn(dataFolder), { force: true });
  try {
    writeFileSync(fileIn(dataFolder), `${fromHere(url)}\n`);
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

/**
 * What links in a command's answer begin with: SPOOR_URL, else where the folder's server listens,
 * else the port that is set.
 */
export const addressOf = ({
  publicUrl,
  dataFolder,
  port,
}: Pick<Config, "publicUrl" | "dataFolder" | "port">): string =>
  publicUrl ?? publishedAddress(dataFolder) ?? urlAt("localhost", port);

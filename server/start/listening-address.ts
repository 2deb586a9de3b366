import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config.ts";

/** `http://localhost:3000`, as users type it. */
export function urlAt(host: string, port: number): string {
  const name = host === "127.0.0.1" || host === "::1" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** From this machine, a server that listens on all addresses is at `localhost`. */
export const fromHere = (url: string): string =>
  url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, "//localhost");

const fileIn = (dataFolder: string) => join(dataFolder, "listening.url");

/**
 * Publishes the server's address (`http://localhost:3000`) for commands on the same folder: only
 * the server knows it if PORT is 0 or was set only for it. Returns the function that removes it. A
 * killed server leaves it behind, and a restart replaces it. On a full disk, the server starts
 * without it.
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

/** Undefined if no server published one. */
export function publishedAddress(dataFolder: string): string | undefined {
  try {
    return readFileSync(fileIn(dataFolder), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Base URL of links in a command's output: SPOOR_URL, otherwise the address of the folder's server,
 * otherwise the configured port.
 */
export const addressOf = ({
  publicUrl,
  dataFolder,
  port,
}: Pick<Config, "publicUrl" | "dataFolder" | "port">): string =>
  publicUrl ?? publishedAddress(dataFolder) ?? urlAt("localhost", port);

import type { Config } from "#server/config.ts";
import { fromHere, publishedAddress, urlAt } from "#server/start/listening-address.ts";
import { hasData } from "#server/storage/sqlite/connections.ts";
import { isLocked } from "#server/storage/sqlite/lock.ts";
import type { Answer, Command } from "./command.ts";

const patienceMs = 5_000;

export const health: Command = {
  summary: "Check whether the server of this data folder is ready. Exit code 0 or 1.",
  options: {},
  async runOnFolder({ config }) {
    const url = publishedAddress(config.dataFolder) ?? fromHere(urlAt(config.host, config.port));
    // Another folder's server may use that address, or a killed server may have left it behind.
    if (isLocked(config.dataFolder) === false) return notServed(config, url);
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
      return toAnswer(url, answer.ok, await answer.text());
    } catch (error) {
      return toAnswer(url, false, `No response: ${reasonOf(error as Error)}`);
    }
  },
};

function notServed({ dataFolder, databaseUrl }: Config, url: string): Answer {
  const isUnused = databaseUrl === undefined && !hasData(dataFolder);
  const detail = isUnused
    ? `No Spoor data in ${dataFolder}. Set SPOOR_DATA to the server's data folder.`
    : `No server is running with the data folder ${dataFolder}.`;
  return { text: detail, data: { url, ready: false, detail }, exitCode: 1 };
}

function toAnswer(url: string, isReady: boolean, said: string): Answer {
  const detail = said.trim();
  return {
    text: `${url} is ${isReady ? "ready" : "not ready"}.${isReady || detail === "" ? "" : `\n${detail}`}`,
    data: { url, ready: isReady, detail },
    exitCode: isReady ? 0 : 1,
  };
}

const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message;

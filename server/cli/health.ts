import { fromHere, publishedAddress, urlAt } from "#server/start/listening-address.ts";
import type { Answer, Command } from "./command.ts";

const patienceMs = 5_000;

export const health: Command = {
  summary: "Check whether the server of this data folder is ready. Exit code 0 or 1.",
  options: {},
  async runOnFolder({ config }) {
    const url = publishedAddress(config.dataFolder) ?? fromHere(urlAt(config.host, config.port));
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
      return toAnswer(url, answer.ok, await answer.text());
    } catch (error) {
      return toAnswer(url, false, `No answer: ${reasonOf(error as Error)}`);
    }
  },
};

function toAnswer(url: string, isReady: boolean, said: string): Answer {
  const detail = said.trim();
  return {
    text: `${url} is ${isReady ? "ready" : "not ready"}.${isReady || detail === "" ? "" : `\n${detail}`}`,
    data: { url, ready: isReady, detail },
    exitCode: isReady ? 0 : 1,
  };
}

const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);

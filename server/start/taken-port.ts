import { createServer } from "node:net";
import { listenSentence, type ListenPlace } from "#server/domain/health/listen-sentence.ts";

/** Rejects with a sentence where a server could not listen. It listens for a moment, and a port of 0 is always free. */
export async function refuseTakenPort({ host, port }: ListenPlace): Promise<void> {
  if (port === 0) return;
  const probe = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(new Error(listenSentence(error, { host, port }), { cause: error })));
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pause } from "#tests/harness/spoor.ts";

/** A received call. */
export type Call = { path: string; method: string; headers: IncomingHttpHeaders; body: string };

/** Receives webhooks: a server on its own port that stores calls and responds as its test says. */
export type Receiver = {
  url: string;
  calls: Call[];
  /** The calls to a path once there are that many; rejects after twenty seconds. */
  callsTo(path: string, count?: number): Promise<Call[]>;
  close(): Promise<void>;
};

export type Answer = (call: Call, response: ServerResponse) => void;

export async function startReceiver(answer: Answer): Promise<Receiver> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", method = "", headers } = request;
      const call = { path: url, method, headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      answer(call, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  async function callsTo(path: string, count = 1): Promise<Call[]> {
    for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(20)) {
      const found = calls.filter((call) => call.path === path);
      if (found.length >= count) return found;
    }
    throw new Error(
      `Fewer than ${count} calls came to ${path}; there are: ${calls.map((call) => call.path).join(" ")}`,
    );
  }

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    callsTo,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

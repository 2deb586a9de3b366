import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { TestPostgres } from "#tests/harness/servers/postgres.ts";
import { type Spoor, type SpoorOptions, startSpoor } from "./spoor.ts";

/**
 * Two processes on one database behind one address. `pid`, `kill`, and `restart` concern the first.
 */
export type TwoSpoors = Spoor & { databaseUrl: string; both: [Spoor, Spoor] };

/** Each has its own data folder for its queue; requests reach either. */
export async function startTwoSpoors(
  server: TestPostgres,
  options: SpoorOptions = {},
): Promise<TwoSpoors> {
  const databaseUrl = await server.create();
  const environment = { ...options.environment, DATABASE_URL: databaseUrl };
  // Starts one after another: the first creates the tables and prints the setup link.
  const first = await startSpoor({ ...options, environment });
  const second = await startSpoor({ ...options, environment });
  const both: [Spoor, Spoor] = [first, second];
  const balancer = await startBalancer(both);
  const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const end = async () => {
    balancer.closeAllConnections();
    await new Promise((resolve) => balancer.close(resolve));
  };
  return {
    ...first,
    both,
    databaseUrl,
    url,
    setUpUrl: async () => (await first.setUpUrl()).replace(first.url, url),
    output: () => both.map((each) => each.output()).join(""),
    async stop() {
      await end();
      const codes = await Promise.all(both.map((each) => each.stop()));
      return codes.find((code) => code !== 0) ?? 0;
    },
    async remove() {
      await end();
      await Promise.all(both.map((each) => each.remove()));
      await server.drop(databaseUrl);
    },
  };
}

/** Alternates between them request by request and skips a stopped one. */
async function startBalancer(targets: readonly Spoor[]): Promise<Server> {
  let turn = 0;
  const balancer = createServer((asked, answer) => {
    turn += 1;
    const order = targets.map((_, at) => targets[(turn + at) % targets.length]!);
    pass(asked, answer, order);
  });
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
  return balancer;
}

function pass(asked: IncomingMessage, answer: ServerResponse, [target, ...others]: Spoor[]): void {
  const { method, url, headers } = asked;
  // Uses a connection per request, as a kept one may lead to a stopped process.
  const sent = request(
    new URL(url ?? "/", target!.url),
    { method, headers, agent: false },
    (got) => {
      answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
      got.pipe(answer);
      got.once("error", () => answer.destroy());
    },
  );
  sent.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED" && others.length > 0) pass(asked, answer, others);
    else answer.destroy();
  });
  // Closing a stream on one side closes the other.
  answer.once("close", () => sent.destroy());
  // Sends the body only once connected: a stopped process would consume part of it.
  sent.once("socket", (socket) => socket.once("connect", () => asked.pipe(sent)));
}

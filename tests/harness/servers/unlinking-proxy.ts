import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Headers and meta tags that connect the browser's and the server's part of a trace. */
const joining = /^(?:sentry-trace|baggage|traceparent|server-timing)$/;
const linkingTags = /<meta name="(?:sentry-trace|baggage|traceparent)"[^>]*>/g;
const ofOneHop =
  /^(?:host|connection|accept-encoding|content-encoding|content-length|transfer-encoding)$/;

/** Proxies an application as if its developers had not connected both parts. */
export async function startUnlinkingProxy(target: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const passed = await pass(request);
    const body = Buffer.from(await passed.arrayBuffer());
    const isPage = passed.headers.get("content-type")?.startsWith("text/html") ?? false;
    response.writeHead(passed.status, kept(passed.headers));
    response.end(isPage ? body.toString().replaceAll(linkingTags, "") : body);
  }

  async function pass(request: IncomingMessage): Promise<Response> {
    const { method = "GET", url = "/" } = request;
    const headers = kept(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
    );
    const body = method === "GET" || method === "HEAD" ? {} : { body: await text(request) };
    return fetch(target + url, { method, headers, redirect: "manual", ...body });
  }
}

const kept = (headers: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !joining.test(name) && !ofOneHop.test(name)));

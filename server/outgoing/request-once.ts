import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { privateAddressCode } from "./guarded-lookup.ts";

/** One request of a call. Redirects are further ones. */
export type Hop = {
  url: string;
  method: string;
  headers: { [name: string]: string };
  body?: string | Uint8Array;
};

export type Failed = {
  failed: "refused" | "unreachable" | "timeout" | "too-large" | "redirects";
  /** A message for the delivery history and for webhook tests. */
  detail: string;
};

type Heard = { status: number; headers: { [name: string]: string }; body: Buffer };

type Bounds = { lookup: LookupFunction; signal: AbortSignal; maxBytes: number };

export function isFailed(result: object): result is Failed {
  return "failed" in result;
}

/** One request on a new connection: an existing connection was checked only for its own call. */
export function requestOnce(
  hop: Hop,
  { lookup, signal, maxBytes }: Bounds,
): Promise<Heard | Failed> {
  const { url, method, body } = hop;
  const headers = {
    "user-agent": "Spoor",
    ...lowerCased(hop.headers),
    "accept-encoding": "identity",
  };
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...length },
    lookup,
    signal,
    agent: false,
  };
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(failureOf(error as NodeJS.ErrnoException, signal));
    try {
      const send = url.startsWith("https:") ? requestHttps : requestHttp;
      const request = send(
        url,
        options,
        (response) => void read(response, maxBytes).then(resolve, fail),
      );
      request.on("error", fail);
      request.end(body);
    } catch (error) {
      // For example, an invalid header.
      fail(error);
    }
  });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Heard | Failed> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes)
      return { failed: "too-large", detail: `The response is larger than ${maxBytes} bytes.` };
    chunks.push(chunk);
  }
  return {
    status: response.statusCode!,
    headers: single(response.headers),
    body: Buffer.concat(chunks),
  };
}

function failureOf(error: NodeJS.ErrnoException, signal: AbortSignal): Failed {
  if (error.code === privateAddressCode)
    return {
      failed: "refused",
      detail: `${error.message}, which your administrator has not allowed.`,
    };
  if (signal.aborted) return { failed: "timeout", detail: "The server did not respond in time." };
  return {
    failed: "unreachable",
    detail: `The server could not be reached: ${error.code ?? error.message}.`,
  };
}

function lowerCased(headers: Hop["headers"]): Hop["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function single(headers: IncomingMessage["headers"]): Heard["headers"] {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
  return Object.fromEntries(entries) as Heard["headers"];
}

import type { Attributes } from "@opentelemetry/api";
import type { PathRule } from "./hidden-values.ts";

/** What undici says of a request that it is about to send. */
export type OutgoingRequest = {
  origin: string | URL;
  path: string;
  method: string;
  headers: string | readonly unknown[];
  addHeader(name: string, value: string): void;
};

/** The whole address, without its query, which may hold what nobody should store. */
export function urlOf({ origin, path }: OutgoingRequest): URL {
  const url = new URL(path.split("?", 1)[0]!, origin);
  url.username = url.password = "";
  return url;
}

/** The HTTP semantic conventions' attributes of a client's call. `paths: "route"` leaves the path out. */
export function attributesOfCall({ method }: OutgoingRequest, url: URL, paths: PathRule): Attributes {
  return {
    "http.request.method": method,
    "server.address": url.hostname,
    "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
    "url.full": paths === "full" ? url.href : url.origin,
  };
}

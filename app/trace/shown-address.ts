import type { Attributes } from "./provider.ts";

/** Recorded part of a URL: its path without the query, or only its route pattern. */
export type PathRule = "full" | "route";

/** Decides which part of a URL leaves the browser: with `route`, no value in it does. */
export type ShownAddress = {
  /** `url.path` of a page. `route`: its pattern, if known. */
  path(pathname: string, route: string | undefined): Attributes;
  /** `url.full` of a request. */
  full(pathname: string, route: string | undefined): Attributes;
  /** A message or stack of an exception. */
  text(text: string): string;
};

export function createShownAddress(rule: PathRule = "full"): ShownAddress {
  const shown = (pathname: string, route: string | undefined) =>
    rule === "full" ? pathname : route;
  return {
    path(pathname, route) {
      const path = shown(pathname, route);
      return path === undefined ? {} : { "url.path": path };
    },
    full(pathname, route) {
      const path = shown(pathname, route);
      return path === undefined ? {} : { "url.full": location.origin + path };
    },
    text: (text) => (rule === "full" ? text : withoutAddresses(text)),
  };
}

/** Keeps URLs of scripts, which a stack needs, and replaces all others by "/…". */
export function withoutAddresses(text: string): string {
  return text.replace(
    /(\bhttps?:\/\/[^\s/"'()<>]+)?\/[^\s"'()<>]+/g,
    (address, origin: string = "") =>
      isScript.test(address) ? address.replace(/\?[^:]*/, "") : `${origin}/…`,
  );
}

const isScript = /^[^?#]*\.m?[jt]sx?(?:\?[^:]*)?(?::\d+){0,2}$/;

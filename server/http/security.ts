import { randomBytes } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Express is extended this way.
  namespace Express {
    interface Locals {
      nonce: string;
    }
  }
}

type SecurityOptions = {
  /** The bundler puts styles and sockets into the page. */
  development: boolean;
  /**
   * Path of a security endpoint that browsers tell what they did not let happen; undefined: they do
   * not report it. As `report-uri` alone: reports by `report-to` do not say which page sends them,
   * and where both are given Chromium uses that.
   */
  reportsPath?: string;
};

/**
 * The headers of every response but those of ingestion. Scripts need the answer's nonce or come
 * from our own files, styles are files, no text becomes script or markup (Trusted Types, with no
 * policy: neither React nor the router needs one), nothing is framed. The referrer policy is
 * `same-origin`, not helmet's `no-referrer`: with that, Chromium sends `Origin: null` on forms and
 * every post is refused.
 */
export function securityHeaders(options: SecurityOptions): RequestHandler[] {
  const prepare: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString("base64");
    response.setHeader("Permissions-Policy", permissions);
    next();
  };
  return [prepare, headers(options, false), stricterOverTls(headers(options, true))];
}

/** The same headers for an answer that is no Express one, and the nonce that they name. */
export function securityHeadersOf(secure: boolean): { nonce: string; headers: Headers } {
  const headers = new Headers();
  const locals = { nonce: "" };
  const set = (name: string, value: string) => headers.set(name, value);
  const response = { locals, setHeader: set, removeHeader: (name: string) => headers.delete(name) };
  for (const handler of securityHeaders({ development: false }))
    void handler({ secure } as Request, response as unknown as Response, () => undefined);
  return { nonce: locals.nonce, headers };
}

/**
 * Answers about projects and people stay with the browser that asked, and are requested again each
 * time. Not `no-store`: that would cost the back/forward cache and what links have fetched
 * beforehand. For what comes after the files.
 */
export const keepPrivate: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "private, no-cache");
  next();
};

/**
 * What pages of ours never use. Passkeys and the clipboard are left to their defaults: this origin
 * alone.
 */
const permissions = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

function headers({ development, reportsPath }: SecurityOptions, tls: boolean): RequestHandler {
  const nonce = (_request: unknown, response: unknown) =>
    `'nonce-${(response as { locals: { nonce: string } }).locals.nonce}'`;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonce],
        scriptSrcAttr: ["'none'"],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        connectSrc: development ? ["'self'", "ws:"] : ["'self'"],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        frameSrc: ["'none'"],
        workerSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(!development && { requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] }),
        ...(reportsPath !== undefined && { reportUri: [reportsPath] }),
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
  });
}

function stricterOverTls(withTls: RequestHandler): RequestHandler {
  return (request, response, next) => (request.secure ? withTls(request, response, next) : next());
}

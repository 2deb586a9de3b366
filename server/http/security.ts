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
  /** The bundler adds styles and web sockets to the page. */
  development: boolean;
  /**
   * Path to which browsers report security policy violations; undefined: no reports. Only
   * `report-uri`: `report-to` reports don't identify the page, and Chromium prefers it if both are
   * present.
   */
  reportsPath?: string;
};

/**
 * Headers of all responses except ingestion. Scripts need the response's nonce or come from our
 * files, styles are files, strings can't become script or markup (Trusted Types without a policy:
 * neither React nor the router needs one), and framing is disabled. The referrer policy is
 * `same-origin` instead of helmet's `no-referrer`: with that, Chromium sends `Origin: null` on
 * forms and every POST is rejected.
 */
export function securityHeaders(options: SecurityOptions): RequestHandler[] {
  const prepare: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString("base64");
    response.setHeader("Permissions-Policy", permissions);
    next();
  };
  return [prepare, headers(options, false), stricterOverTls(headers(options, true))];
}

/** Same headers for a non-Express response, and their nonce. */
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
 * Responses about projects and users are cached only by the browser and revalidated each time. Not
 * `no-store`, which would disable the back/forward cache and link prefetching. Applied after static
 * files.
 */
export const keepPrivate: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "private, no-cache");
  next();
};

/**
 * Browser features that our pages never use. Passkeys and the clipboard keep their default: this
 * origin only.
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

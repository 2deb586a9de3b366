import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Express is extended this way.
  namespace Express {
    interface Locals {
      nonce: string;
    }
  }
}

/**
 * The headers of every page. Scripts need the answer's nonce, styles are files, nothing is framed. The referrer policy is
 * `same-origin`, not helmet's `no-referrer`: with that, Chromium sends `Origin: null` on forms and every post is refused.
 */
export function securityHeaders({ development }: { development: boolean }): RequestHandler[] {
  const setNonce: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString("base64");
    next();
  };
  return [setNonce, headers(development, false), stricterOverTls(headers(development, true))];
}

function headers(development: boolean, tls: boolean): RequestHandler {
  const nonce = (_request: unknown, response: unknown) =>
    `'nonce-${(response as { locals: { nonce: string } }).locals.nonce}'`;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonce],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        connectSrc: development ? ["'self'", "ws:"] : ["'self'"],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
  });
}

function stricterOverTls(withTls: RequestHandler): RequestHandler {
  return (request, response, next) => (request.secure ? withTls(request, response, next) : next());
}

import { createContext } from "react-router";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Services } from "#server/services.ts";
import type { Zone } from "./ui/format/zone.ts";

/** Per-request values that the server passes to routes. Set in `server/app.ts`. */
export const servicesContext = createContext<Services>();

/** The signed-in user; undefined if not signed in. */
export const viewerContext = createContext<Viewer | undefined>();

/** The project in the URL, set by `authorize.ts` if the viewer may read it. Null on other pages. */
export const projectContext = createContext<Project | null>(null);

/** The route pattern of the URL: `/reset/:token`. Set by `authorize.ts`. */
export const patternContext = createContext("");

/** Values of the request that pages show. */
export const requestContext = createContext<RequestFacts>();

export type RequestFacts = {
  /**
   * Public origin and base path without a final slash: `https://spoor.example/base`. For DSNs and
   * links.
   */
  publicUrl: string;
  /** Base of links in emails, validated by `server/http/mail-url.ts`; undefined if unknown. */
  mailUrl?: string;
  theme: Theme;
  zone: Zone;
  /** The client's address, according to trusted proxies. */
  address: string;
  /** True behind TLS: cookies are then `Secure`. */
  secure: boolean;
  /** 32 hexadecimal digits, shown on error pages. */
  traceId: string;
  /** The nonce of the response's Content-Security-Policy, required on every script of the page. */
  nonce: string;
  /** True if the host only serves pages and doesn't accept events. */
  pagesOnly?: boolean;
  /** Where this page's scripts send spans; undefined: nowhere. */
  browserTelemetry?: { endpoint: string; serviceName: string; paths: "route" };
};

/** The rendered page for the server, which sends the bytes and uses the response's headers. */
export const pageContext = createContext<{ bytes?: Uint8Array; unread?: unknown }>();

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

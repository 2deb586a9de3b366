import { createContext } from "react-router";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Services } from "#server/services.ts";
import type { Zone } from "./ui/format/zone.ts";

/** What the server puts into each request for the routes to take out. Set in `server/app.ts`. */
export const servicesContext = createContext<Services>();

/** Who is asking; undefined: not signed in. */
export const viewerContext = createContext<Viewer | undefined>();

/**
 * The project that the address names; set by `authorize.ts` for pages of a project, once it may be
 * read. Null elsewhere.
 */
export const projectContext = createContext<Project | null>(null);

/** The pattern of the page that the address names: `/reset/:token`. Set by `authorize.ts`. */
export const patternContext = createContext("");

/** Facts of the request that pages print. */
export const requestContext = createContext<RequestFacts>();

export type RequestFacts = {
  /**
   * Public origin and base path, no final slash: `https://spoor.example/base`. For DSNs and links.
   */
  publicUrl: string;
  /**
   * What links in emails may begin with, as safe as `server/http/mail-url.ts` makes it; undefined:
   * nothing known.
   */
  mailUrl?: string;
  theme: Theme;
  zone: Zone;
  /** Where the request came from, as far as trusted proxies say. */
  address: string;
  /** True behind TLS: cookies are then `Secure`. */
  secure: boolean;
  /** 32 hex digits, to be quoted on error pages. */
  traceId: string;
  /**
   * The one that the answer's Content-Security-Policy names: every script of the page carries it.
   */
  nonce: string;
  /** True where the host serves pages and nothing else: events are not accepted there. */
  pagesOnly?: boolean;
  /** Where this page's scripts send their spans; undefined: they send none. */
  browserTelemetry?: { endpoint: string; serviceName: string; paths: "route" };
};

/**
 * Where a rendered page is left for the server: it sends the bytes as they are, and takes the
 * answer for their head.
 */
export const pageContext = createContext<{ bytes?: Uint8Array; unread?: unknown }>();

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

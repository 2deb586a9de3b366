/** A browser's description of itself, in its User-Agent and client hints. */
export type UserAgent = {
  browser?: NamedVersion;
  os?: NamedVersion;
  device?: Device;
  /** A program: a search engine, a link preview, a monitor. */
  isCrawler: boolean;
};

/** `version` has at most three parts, and is `>=10` if browsers no longer send more. */
export type NamedVersion = { name: string; version?: string };

/** Names as in Sentry's device context. */
export type Device = { family: string; model?: string; brand?: string };

export type ReadUserAgent = (text: string, hints?: ClientHints) => UserAgent;

/** Client hints by header name, without `Sec-CH-UA-`. Only Chromium sends them. */
export type ClientHints = {
  brands: NamedVersion[];
  platform?: string;
  platformVersion?: string;
  model?: string;
};

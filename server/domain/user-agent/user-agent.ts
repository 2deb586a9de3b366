/** What a browser says of itself: in its User-Agent, and in client hints. */
export type UserAgent = {
  browser?: NamedVersion;
  os?: NamedVersion;
  device?: Device;
  /** A program that walks the web: a search engine, a preview of links, a monitor. */
  isCrawler: boolean;
};

/** `version` has at most three parts, and is `>=10` where browsers no longer say more than that. */
export type NamedVersion = { name: string; version?: string };

/** Names as in Sentry's device context. */
export type Device = { family: string; model?: string; brand?: string };

export type ReadUserAgent = (text: string, hints?: ClientHints) => UserAgent;

/** Client hints by the names of their headers, without `Sec-CH-UA-`. Chromium alone sends them. */
export type ClientHints = {
  brands: NamedVersion[];
  platform?: string;
  platformVersion?: string;
  model?: string;
};

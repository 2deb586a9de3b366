import { BROWSER_MAP, parse } from "bowser";
import { shortVersion } from "./client-hints.ts";
import type { Device, NamedVersion, UserAgent } from "./user-agent.ts";

/** Real ones have 60 to 250 characters. */
const maxCharacters = 1_000;

/**
 * Parses a User-Agent: 20 µs, so callers cache results (`remember-user-agents.ts`). Names are
 * Sentry's if the parser has longer ones. Nothing is known about programs that are not browsers
 * (`curl/8.5.0`).
 */
export function parseUserAgent(text: string): UserAgent {
  const asked = text.trim().slice(0, maxCharacters);
  if (asked === "") return { isCrawler: false };
  const { browser, os, platform } = parse(asked);
  const isCrawler = platform.type === "bot" || crawlerWords.test(asked);
  const named = browserOf(browser) ?? (isCrawler ? crawlerOf(asked) : undefined);
  const system = namedVersion(os.name, osVersion(asked, os));
  const device = isCrawler ? undefined : deviceOf(asked, platform, os.name);
  return {
    isCrawler,
    ...(named && { browser: named }),
    ...(system && { os: system }),
    ...(device && { device }),
  };
}

const namedVersion = (
  name: string | undefined,
  version: string | undefined,
): NamedVersion | undefined => (name ? { name, ...(version && { version }) } : undefined);

type Named = { name?: string | undefined; version?: string | undefined };

/** The parser guesses a name for any text: only those in its table are browsers. */
function browserOf({ name = "", version }: Named): NamedVersion | undefined {
  return browsers.has(name)
    ? namedVersion(browserNames.get(name) ?? name, shortVersion(version))
    : undefined;
}

const browsers: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));

function crawlerOf(text: string): NamedVersion | undefined {
  const [, name, version] =
    /([\w-]{0,30}(?:bot|crawler|spider)[\w-]{0,30})\/([\d.]{1,20})/i.exec(text) ?? [];
  return namedVersion(name, shortVersion(version));
}

const browserNames = new Map([
  ["Microsoft Edge", "Edge"],
  ["Samsung Internet for Android", "Samsung Internet"],
]);

/**
 * Crawlers unknown to the parser name themselves so, or link to a page about them. Cubot makes
 * phones.
 */
const crawlerWords =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|scrap(?:er|y)\b|archiver|\bfetcher\b|preview|lighthouse|pagespeed|monitor|uptime|\+https?:\/\//i;

type System = Named & { versionName?: string | undefined };

/**
 * Browsers no longer distinguish newer versions: every Windows since 10 is `NT 10.0`, every macOS
 * since Catalina 10.15, and Chromium's Android is always `Android 10; K`.
 */
function osVersion(text: string, { name, version, versionName }: System): string | undefined {
  if (name === "Windows") return versionName === "10" ? ">=10" : versionName;
  if (name === "macOS") return version?.startsWith("10.15") ? ">=10.15" : shortVersion(version);
  if (name === "Android" && text.includes("Android 10; K)")) return undefined;
  return shortVersion(version);
}

type Platform = {
  type?: string | undefined;
  vendor?: string | undefined;
  model?: string | undefined;
};

function deviceOf(
  text: string,
  { vendor, model }: Platform,
  os: string | undefined,
): Device | undefined {
  const named = model ?? (os === "Android" ? androidModel(text) : undefined);
  const family = named ?? (os === "macOS" ? "Mac" : undefined);
  return family
    ? { family, ...(named && { model: named }), ...(vendor && { brand: vendor }) }
    : undefined;
}

/**
 * `Android 14; Pixel 8 Pro Build/UQ1A)`. Chromium sends `K` instead of a model, Firefox `Mobile`.
 */
function androidModel(text: string): string | undefined {
  const inside = /Android [\d.]{1,12}; ([^)]{1,100})/.exec(text)?.[1];
  const model = inside?.split("; ").find((part) => !/^[a-z]{2}[-_][a-z]{2}$/i.test(part));
  const [name = ""] = model?.split(" Build/") ?? [];
  return /^(?:K|wv|Mobile|Tablet|rv:.*|)$/.test(name) ? undefined : name.trim();
}

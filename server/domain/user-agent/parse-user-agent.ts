import { BROWSER_MAP, parse } from "bowser";
import { shortVersion } from "./client-hints.ts";
import type { Device, NamedVersion, UserAgent } from "./user-agent.ts";

/** Real ones have 60 to 250 characters. */
const maxCharacters = 1_000;

/**
 * What a User-Agent says: 20 µs, so callers remember what they asked (`remember-user-agents.ts`).
 * Names are Sentry's where the parser has longer ones. Of programs that are no browsers
 * (`curl/8.5.0`) nothing is known.
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

/** The parser guesses a name from any text: only those of its table are browsers. */
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
 * Those that the parser has no name for call themselves so, or link a page about themselves. Cubot
 * makes telephones.
 */
const crawlerWords =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|scrap(?:er|y)\b|archiver|\bfetcher\b|preview|lighthouse|pagespeed|monitor|uptime|\+https?:\/\//i;

type System = Named & { versionName?: string | undefined };

/**
 * Browsers stopped telling newer versions apart: every Windows since 10 is `NT 10.0`, every macOS
 * since Catalina 10.15, and Chromium's Android is `Android 10; K` whatever it runs on.
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
 * `Android 14; Pixel 8 Pro Build/UQ1A)`. `K` is what Chromium says instead of a model, `Mobile`
 * what Firefox does.
 */
function androidModel(text: string): string | undefined {
  const inside = /Android [\d.]{1,12}; ([^)]{1,100})/.exec(text)?.[1];
  const model = inside?.split("; ").find((part) => !/^[a-z]{2}[-_][a-z]{2}$/i.test(part));
  const [name = ""] = model?.split(" Build/") ?? [];
  return /^(?:K|wv|Mobile|Tablet|rv:.*|)$/.test(name) ? undefined : name.trim();
}

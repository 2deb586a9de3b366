import type { ClientHints, NamedVersion, UserAgent } from "./user-agent.ts";

/**
 * Chromium sends the first two to every secure origin (including localhost), and others if a site
 * requests them.
 */
export const hintHeaders = [
  "sec-ch-ua",
  "sec-ch-ua-platform",
  "sec-ch-ua-full-version-list",
  "sec-ch-ua-platform-version",
  "sec-ch-ua-model",
];

/** Client hints as received, by header name. */
export type HintHeaders = { [header: string]: string };

const longestHint = 500;

/** Undefined without any. */
export function hintHeadersIn(headers: HintHeaders): HintHeaders | undefined {
  const sent = hintHeaders
    .filter((name) => headers[name])
    .map((name) => [name, headers[name]!.slice(0, longestHint)]);
  return sent.length > 0 ? (Object.fromEntries(sent) as HintHeaders) : undefined;
}

/** The same as resource attributes under the semantic conventions' names. */
export function hintAttributes(headers: HintHeaders): { [attribute: string]: string | string[] } {
  const { brands = [], platform } = hintsInHeaders((name) => headers[name]) ?? {};
  return {
    ...(brands.length > 0 && {
      "browser.brands": brands.map(({ name, version }) => `${name} ${version}`),
    }),
    ...(platform && { "browser.platform": platform }),
  };
}

const brandEntry = /"([^"]{1,60})";\s*v="([\d.]{1,30})"/g;

/** Client hints in request headers; undefined without any. `header` takes lowercase names. */
export function hintsInHeaders(
  header: (name: string) => string | undefined,
): ClientHints | undefined {
  const list = header("sec-ch-ua-full-version-list") ?? header("sec-ch-ua");
  const platform = unquoted(header("sec-ch-ua-platform"));
  if (list === undefined && platform === undefined) return undefined;
  const brands = [...(list ?? "").slice(0, 1_000).matchAll(brandEntry)].map(
    ([, name, version]) => ({
      name: name!,
      version: version!,
    }),
  );
  const platformVersion = unquoted(header("sec-ch-ua-platform-version"));
  const model = unquoted(header("sec-ch-ua-model"));
  return {
    brands,
    ...(platform && { platform }),
    ...(platformVersion && { platformVersion }),
    ...(model && { model }),
  };
}

/** `Google Chrome 140`, as in OpenTelemetry's `browser.brands`. */
export function hintsInBrands(
  brands: readonly string[],
  platform: string | undefined,
): ClientHints | undefined {
  const read = brands.slice(0, 20).flatMap((brand): NamedVersion[] => {
    const at = brand.lastIndexOf(" ");
    return at > 0 ? [{ name: brand.slice(0, at).trim(), version: brand.slice(at + 1) }] : [];
  });
  return read.length > 0 || platform ? { brands: read, ...(platform && { platform }) } : undefined;
}

/**
 * A User-Agent combined with client hints, which are exact where the text is frozen (`Windows NT
 * 10.0`, `Android 10; K`).
 */
export function withHints(userAgent: UserAgent, hints: ClientHints): UserAgent {
  if (userAgent.isCrawler) return userAgent;
  const browser = browserOf(hints, userAgent.browser);
  const os = osOf(hints, userAgent.os);
  const device = hints.model
    ? { ...userAgent.device, family: hints.model, model: hints.model }
    : userAgent.device;
  return {
    isCrawler: false,
    ...(browser && { browser }),
    ...(os && { os }),
    ...(device && { device }),
  };
}

function browserOf(
  { brands }: ClientHints,
  said: NamedVersion | undefined,
): NamedVersion | undefined {
  const known = brands.filter(({ name }) => !/not.{0,3}a.{0,3}brand|^[\s;(]/i.test(name));
  const brand = known.find(({ name }) => name !== "Chromium") ?? (said ? undefined : known[0]);
  // The engine alone names no product; the text may (`Electron`, `Opera`).
  if (!brand) return said;
  const name = brandNames.get(brand.name) ?? brand.name;
  const version = shortVersion(brand.version);
  // Without the full list, hints only have the major version; the text may have the rest.
  const isFuller = version !== undefined && said?.version?.startsWith(`${version}.`);
  return isFuller ? { name, version: said!.version! } : { name, ...(version && { version }) };
}

const brandNames = new Map([
  ["Google Chrome", "Chrome"],
  ["HeadlessChrome", "Chrome"],
  ["Microsoft Edge", "Edge"],
  ["Microsoft Edge WebView2", "Edge"],
  ["Android WebView", "Chrome"],
  ["YaBrowser", "Yandex Browser"],
]);

function osOf(
  { platform, platformVersion }: ClientHints,
  said: NamedVersion | undefined,
): NamedVersion | undefined {
  const name = platform === "Chromium OS" ? "Chrome OS" : platform;
  if (!name || name === "Unknown") return said;
  const version = platformVersion
    ? osVersion(name, platformVersion)
    : said?.name === name
      ? said.version
      : undefined;
  return { name, ...(version && { version }) };
}

/**
 * Windows has its own numbers: 13 and above is Windows 11 (Microsoft's documentation of client
 * hints).
 */
function osVersion(name: string, version: string): string | undefined {
  if (name !== "Windows") return shortVersion(version);
  const major = Number.parseInt(version, 10);
  if (major >= 13) return "11";
  return major > 0 ? "10" : undefined;
}

/** Its first three parts. */
export function shortVersion(version: string | undefined): string | undefined {
  const [short] = /^\d{1,6}(?:\.\d{1,6}){0,2}/.exec(version ?? "") ?? [];
  return short;
}

const unquoted = (text: string | undefined): string | undefined =>
  text?.trim().replaceAll('"', "").slice(0, 100);

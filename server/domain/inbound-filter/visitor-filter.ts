import type { FilterReason } from "#server/domain/outcomes.ts";
import type { FilterSettings } from "#server/domain/project/settings.ts";
import type { UserAgent } from "#server/domain/user-agent/user-agent.ts";

/** Why a visitor's browser or program is filtered, for an event or a request's span. */
export function reasonAgainstVisitor(
  { legacyBrowsers, webCrawlers }: FilterSettings,
  visitor: UserAgent,
): FilterReason | undefined {
  if (webCrawlers && visitor.isCrawler) return "web crawler";
  return legacyBrowsers && isLegacyBrowser(visitor) ? "legacy browser" : undefined;
}

/** The first versions with all of ECMAScript 2020: older ones were last current in 2020. */
const oldestCurrent = new Map<string, [major: number, minor: number]>([
  ["Chrome", [80, 0]],
  ["Chromium", [80, 0]],
  ["Edge", [80, 0]],
  ["Firefox", [74, 0]],
  ["Opera", [67, 0]],
  ["Safari", [13, 1]],
  ["Samsung Internet", [13, 0]],
]);

const neverCurrent = new Set(["Internet Explorer", "Android Browser"]);

/** An unknown browser, or one without a version, is not legacy. */
export function isLegacyBrowser({ browser, os }: UserAgent): boolean {
  if (!browser) return false;
  if (neverCurrent.has(browser.name)) return true;
  const oldest = oldestCurrent.get(browser.name);
  // On iOS, every browser is Safari inside, with its own version numbers.
  if (!oldest || !browser.version || (os?.name === "iOS" && browser.name !== "Safari"))
    return false;
  const [major = 0, minor = 0] = browser.version.split(".").map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}

/** Whether a URL is on the sender's own machine. */
export function isLocalAddress(url: string | undefined): boolean {
  return isLocalHost((url === undefined ? undefined : URL.parse(url)?.hostname) ?? "");
}

/** As in URLs and `server.address`; older SDKs append the port. */
export const isLocalHost = (host: string): boolean =>
  /^(?:localhost|[^/]{1,200}\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\]|0\.0\.0\.0)(?::\d{1,5})?$/.test(
    host,
  );

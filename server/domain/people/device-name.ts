/** The first match counts: browsers claim to be their predecessors. */
const browsers: [name: string, mark: RegExp][] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
  ["curl", /^curl\//],
];

const systems: [name: string, mark: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** `Firefox on Windows`, from a User-Agent header: enough to recognize one's own devices. */
export function deviceName(userAgent: string): string {
  const named = (list: typeof browsers) => list.find(([, mark]) => mark.test(userAgent))?.[0];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (userAgent.split(/[\s/]/, 1)[0]!.slice(0, 40) || "Unknown device");
}

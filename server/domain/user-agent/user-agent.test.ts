import { expect, test } from "vitest";
import { hintsInBrands, hintsInHeaders } from "./client-hints.ts";
import { parseUserAgent } from "./parse-user-agent.ts";
import { readUserAgent, rememberUserAgents } from "./remember-user-agents.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const chromeOnWindows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`;

const said = (text: string) => {
  const { browser, os, device, isCrawler } = parseUserAgent(text);
  const words = [browser, os].flatMap((each) =>
    each ? [`${each.name} ${each.version ?? "?"}`] : ["–"],
  );
  return [...words, device?.family ?? "–", ...(isCrawler ? ["crawler"] : [])].join(", ");
};

test.each([
  [chromeOnWindows, "Chrome 140.0.0, Windows >=10, –"],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.7339.127 Safari/537.36`,
    "Chrome 140.0.7339, Linux ?, –",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari 18.1, macOS >=10.15, Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari 18.1, iOS 18.1, iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "Chrome 140.0.0, Android ?, –",
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${webkit} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet 23.0, Android 13, SM-S901B",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Pro Build/UQ1A) ${webkit} Chrome/120.0.6099.144 Mobile Safari/537.36`,
    "Chrome 120.0.6099, Android 14, Pixel 8 Pro",
  ],
  [
    "Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0",
    "Firefox 143.0, Android 14, –",
  ],
  [`${chromeOnWindows} Edg/140.0.3485.54`, "Edge 140.0.3485, Windows >=10, –"],
  [
    "Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko",
    "Internet Explorer 11.0, Windows 7, –",
  ],
  [
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Googlebot 2.1, –, –, crawler",
  ],
  [
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "AhrefsBot 7.0, –, –, crawler",
  ],
  ["curl/8.5.0", "–, –, –"],
  ["node", "–, –, –"],
  ["  ", "–, –, –"],
])("%s", (text, expected) => expect(said(text)).toBe(expected));

const hints = (headers: { [name: string]: string }) => hintsInHeaders((name) => headers[name]);

test("client hints take precedence over the frozen User-Agent", () => {
  const sent = hints({
    "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
    "sec-ch-ua-platform": '"Windows"',
    "sec-ch-ua-platform-version": '"15.0.0"',
  });
  expect(readUserAgent(chromeOnWindows, sent)).toEqual({
    browser: { name: "Chrome", version: "140.0.0" },
    os: { name: "Windows", version: "11" },
    isCrawler: false,
  });
  const phone = hints({
    "sec-ch-ua-full-version-list": '"Brave";v="140.1.82.166", "Chromium";v="140.0.7339.128"',
    "sec-ch-ua-platform": '"Android"',
    "sec-ch-ua-platform-version": '"15.0.0"',
    "sec-ch-ua-model": '"Pixel 8"',
  });
  expect(
    readUserAgent(
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
      phone,
    ),
  ).toEqual({
    browser: { name: "Brave", version: "140.1.82" },
    os: { name: "Android", version: "15.0.0" },
    device: { family: "Pixel 8", model: "Pixel 8" },
    isCrawler: false,
  });
  expect(hints({ "user-agent": "x" })).toBeUndefined();
  // Only the engine: the text is more specific.
  const engine = hints({ "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24"' });
  expect(readUserAgent(`${chromeOnWindows} OPR/120.0.0.0`, engine).browser?.name).toBe("Opera");
  expect(readUserAgent("", engine).browser).toEqual({ name: "Chromium", version: "140" });
});

test("OpenTelemetry's brand hints are read the same way", () => {
  const sent = hintsInBrands(["Not A;Brand 99", "Chromium 140", "Microsoft Edge 140"], "macOS");
  expect(readUserAgent("", sent)).toEqual({
    browser: { name: "Edge", version: "140" },
    os: { name: "macOS" },
    isCrawler: false,
  });
  expect(hintsInBrands([], undefined)).toBeUndefined();
});

test("known texts are not parsed again, and long ones are fast", () => {
  const read = rememberUserAgents();
  expect(read(chromeOnWindows)).toBe(read(chromeOnWindows));
  for (const part of ["Android ", "Android 1; ", "Version/1", "bot", "(", "; "]) {
    const before = performance.now();
    read(`Mozilla/5.0 ${part.repeat(20_000)}`);
    expect(performance.now() - before).toBeLessThan(100);
  }
});

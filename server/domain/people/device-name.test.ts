import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const mozilla = "Mozilla/5.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`,
    "Firefox on Windows",
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`,
    "Edge on Windows",
  ],
  [
    `${mozilla} (Linux; Android 16; K) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${webkit} CriOS/156.0 Safari/604.1`,
    "Chrome on iPhone",
  ],
  ["curl/8.14.1", "curl"],
  ["python-requests/2.32.0", "python-requests"],
  ["", "Unknown device"],
])("%s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

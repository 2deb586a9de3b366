import { expect, test } from "vitest";
import { deviceClassOf } from "./device-class.ts";

const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0";

test.each([
  ["desktop", `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`],
  ["desktop", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0"],
  ["mobile", `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  ["mobile", "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"],
  ["mobile", `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${safari}`],
  ["tablet", `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`],
  ["tablet", "Mozilla/5.0 (Android 14; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0"],
  ["tablet", `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${safari}`],
  ["unknown", "OpenTelemetry Collector Contrib/0.140.0 (linux/amd64)"],
  ["unknown", undefined],
])("%s: %s", (device, userAgent) => {
  expect(deviceClassOf(userAgent)).toBe(device);
});

test("a client hint decides phone or not unless the name says tablet", () => {
  expect(deviceClassOf(undefined, true)).toBe("mobile");
  expect(deviceClassOf(undefined, false)).toBe("desktop");
  expect(deviceClassOf(`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Safari/537.36`, false)).toBe(
    "tablet",
  );
});

import { expect, test } from "vitest";
import { packTimes, sharesSentence, unpackTimes } from "./service-shares.ts";

test("shares of all work follow the order of services", () => {
  const shares = unpackTimes(
    packTimes([
      { service: "browser", selfMs: 20 },
      { service: "web", selfMs: 59.9 },
      { service: "stock", selfMs: 0.1 },
    ]),
  );
  expect(shares).toEqual([
    ["browser", 25],
    ["web", 74.9],
    ["stock", 0.1],
  ]);
  expect(sharesSentence(shares)).toBe("browser 25%, web 75%, stock <1%");
});

test("without work no service has a share", () => {
  expect(unpackTimes(packTimes([{ service: "web", selfMs: 0 }]))).toEqual([["web", 0]]);
});

test("rounded shares add up to 100%", () => {
  const sentence = (...shares: [string, number][]) => sharesSentence(shares);
  expect(sentence(["web", 76.5], ["stock", 23.5])).toBe("web 76%, stock 24%");
  expect(sentence(["a", 33.4], ["b", 33.3], ["c", 33.3])).toBe("a 34%, b 33%, c 33%");
  expect(sentence(["web", 0])).toBe("web <1%");
});

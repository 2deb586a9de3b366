import { expect, test } from "vitest";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { isAssetRequest, mayBeAsset } from "./asset-request.ts";
import { patternOfTarget } from "#server/domain/trace/route-tree/entry-route.ts";

const requestFor = (path: string) => ({
  traceId: "a".repeat(32) as TraceId,
  startedAt: 1,
  endedAt: 2,
  spanCount: 1,
  errorCount: 0,
  services: ["shop"],
  root: {
    spanId: "b".repeat(16) as SpanId,
    service: "shop",
    name: "GET",
    kind: "server",
    rank: 3,
    startedAt: 1,
    route: patternOfTarget(path),
  },
});

test.each([
  "/favicon.ico",
  "/assets/entry.client-DkD2vBUF.js",
  "/assets/root-B1xk29Zp.css?v=2",
  "/fonts/inter.WOFF2",

  "/build/_shared/chunk-4QW5JXYZ.js",
  "/logo-2026.png",
  "/img/6f1c0d9e8b7a4c5d9e8f7a6b5c4d3e2f.webp",
  "/site.webmanifest",
])("%s is a static file", (path) => {
  const request = requestFor(path);
  expect(isAssetRequest(request)).toBe(true);
  expect(mayBeAsset.test(`["shop","GET","${request.root.route}","server",3,null,"shop"]`)).toBe(
    true,
  );
});

test.each([
  "/",
  "/shop/cart",
  "/api/cart.json",
  "/report.pdf",
  "/robots.txt",
  "/shop/node.js/reviews",
  "/js",
  "/export.csv",
])("%s may be the application's response", (path) =>
  expect(isAssetRequest(requestFor(path))).toBe(false),
);

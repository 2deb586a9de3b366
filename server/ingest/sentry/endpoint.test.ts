import { expect, test } from "vitest";
import { isIngestPath, matchEndpoint } from "./endpoint.ts";

test.each([
  ["/api/42/envelope/", "envelope"],
  ["/api/42/envelope", "envelope"],
  ["/api/42/store/", "store"],
  ["/api/42/integration/otlp", "refused"],
  ["/api/store/", "store"],
  ["/api/42/security/", "security"],
  ["/api/42/csp-report", "security"],
  ["/tunnel", "envelope"],
  ["/api/42/nel/", "counted"],
  ["/api/42/events/9ec79c33ec9942ab8353589fcb2e04dc/attachments/", "attachments"],
  ["/api/42/feedback/", "feedback"],
  ["/api/42/cron/nightly/", "cron"],
  ["/api/42/minidump/", "refused"],
  ["/api/42/unreal/abc/", "refused"],
  ["/api/web/envelope/", "refused"],
  ["/api/42/what/", "refused"],
])("%s is an endpoint: %s", (path, kind) => {
  expect(matchEndpoint(path)?.kind).toBe(kind);
  expect(isIngestPath(path)).toBe(true);
});

test.each([
  "/",
  "/api",
  "/api/",
  "/api/0/organizations/spoor/",
  "/api/v1/openapi.json",
  "/web/issues",
  "/api/42",
  "/tunnels",
])("%s is not", (path) => {
  expect(isIngestPath(path)).toBe(false);
});

test("the OTLP base URL explains the path to append", () => {
  expect(matchEndpoint("/api/42/integration/otlp/")).toMatchObject({
    detail: expect.stringContaining("/v1/traces"),
  });
});

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { send } from "#server/ingest/sentry/sample.fixture.ts";

// Recorded sessions of real SDKs, available next to the checkout on some machines only.
const captures = fileURLToPath(new URL("../../../../../shared/captures/", import.meta.url));
const present = existsSync(captures);
if (!present)
  console.log("Skipped: the recorded sessions (../shared/captures) are not on this machine.");

async function replay(file: string) {
  const { method, url, headers } = JSON.parse(
    readFileSync(`${captures}${file}.request.json`, "utf8"),
  ) as {
    method: string;
    url: string;
    headers: { [name: string]: string };
  };
  const outcome = await send(readFileSync(`${captures}${file}.body`), { method, url, headers });
  if (!("items" in outcome)) throw new Error(String(outcome.body));
  const parts = outcome.items.flatMap((item) => (item.kind === "spans" ? item.parts : []));
  return {
    parts,
    spans: decodeSpans(parts.map(({ bytes }) => bytes)),
    kinds: outcome.items.map(({ kind }) => kind),
  };
}

describe.skipIf(!present)("recorded sessions", () => {
  test.each([
    [
      "sdk-node-10.75.2/003",
      2,
      { service: "server", name: "GET /orders/:id", route: "/orders/:id", kind: "server", rank: 3 },
    ],
    [
      "sdk-node-11.11.0/007",
      2,
      { service: "server", name: "GET /orders/:id", kind: "server", rank: 3 },
    ],
    ["sdk-python-1.9.10/004", 2, { service: "server", name: "nightly", kind: "internal", rank: 3 }],
    ["sdk-ruby-5.3.0/003", 2, { service: "server", name: "nightly", kind: "internal", rank: 3 }],
    ["sdk-browser-11.11.0/008", 13, { service: "browser", name: "/", kind: "internal", rank: 3 }],
    [
      "sdk-browser-11.11.0-tunnel/008",
      13,
      { service: "browser", name: "/", kind: "internal", rank: 3 },
    ],
  ])("%s contains a trace of %i spans", async (file, count, root) => {
    const { parts, spans, kinds } = await replay(file);
    expect(kinds).toEqual(["spans"]);
    expect(spans).toHaveLength(count);
    const { summary } = parts[0]!;
    expect(summary).toMatchObject({
      root,
      spanCount: count,
      environment: "production",
      release: "web@1.2.3",
    });
    expect(summary.endedAt - summary.startedAt).toBeLessThan(5_000);
    expect(new Set(spans.map(({ parentSpanId }) => parentSpanId ?? "root")).size).toBe(2);
  });

  test("queries and requests use OpenTelemetry's names", async () => {
    const { spans: server } = await replay("sdk-node-10.75.2/003");
    expect(server[1]).toMatchObject({
      kind: "client",
      attributes: { "db.query.text": "SELECT orders" },
    });
    const { spans: browser } = await replay("sdk-browser-11.11.0/008");
    const failed = browser.find(
      ({ attributes }) =>
        attributes["http.response.status_code"] === 404 &&
        attributes["sentry.op"] === "http.client",
    );
    expect(failed).toMatchObject({ kind: "client", status: "error", statusMessage: "not_found" });
    const page = browser.find(({ attributes }) => attributes["sentry.op"] === "pageload");
    expect(page!.attributes).toMatchObject({ "browser.web_vital.fcp.value": 124 });
  });
});

import assert from "node:assert/strict";
import { fileNameOf } from "#server/domain/attachment/file-name.ts";
import { parseIssueName } from "#server/domain/issue/short-id.ts";
import { parseAddress, parseRange } from "#server/domain/net/address.ts";
import { outgoingUrlFault, parseAllowedPrivate } from "#server/domain/net/allowed-private.ts";
import { isAllowedOrigin, parseAllowedOrigins } from "#server/domain/project/allowed-origin.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import { parseRouteSort } from "#server/domain/rollup/route-sort.ts";
import { readTime } from "#server/domain/search/time-range.ts";
import { parseTraceReference } from "#server/domain/trace/listing/trace-reference.ts";
import { parseTraceView, printTraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import { readVitalQuery } from "#server/domain/vital/vital-query.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { ofText, type Target } from "#tests/fuzz/target.ts";

const now = Date.UTC(2026, 10, 21, 5);
const allowed = { hosts: [], ranges: [] };

/** Query parameters of pages, which members edit, and typed URLs. */
export const addressTargets: Target[] = [
  {
    name: "addresses of pages",
    seeds: [
      "since=24h&until=2026-11-21T04:00&environment=production&kind=server&kind=page&query=cart&device=phone",
      "focus=00f067aa0ba902b7&only=errors&open=root.1a,00f067aa0ba902b7&zoom=1.5-20&skip=200&all=1&raw=1",
      "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ],
    words: [
      "since=",
      "until=",
      "zoom=",
      "skip=",
      "open=",
      "&",
      "%",
      "1e9",
      "-",
      "Infinity",
      "99999999d",
      "2026-13-45",
    ],
    read: ofText((text) => {
      const params = new URLSearchParams(text);
      for (const { window } of [readRouteQuery(params, now), readVitalQuery(params, now)])
        assert.ok(
          window.since <= window.until && Number.isFinite(window.since),
          JSON.stringify(window),
        );
      parseRouteSort(text);
      parseIssueName(text, { prefix: "SHOP" });
      const reference = parseTraceReference(text);
      assert.match(
        reference ? ("prefix" in reference ? reference.prefix : reference.traceId) : "0".repeat(8),
        /^[0-9a-f]{8,32}$/,
      );
      const at = readTime(text, now);
      assert.ok(at === undefined || Number.isFinite(at));
      const view = parseTraceView(params);
      assert.deepEqual(parseTraceView(new URLSearchParams(printTraceView(view))), view);
    }),
  },
  {
    name: "cursor",
    seeds: [encodeCursor([1_795_236_865_953, 42]), encodeCursor(["ünï", 1]), encodeCursor([7])],
    words: ["W10", "bnVsbA", "WzFd", "=", "-", "_"],
    read: ofText((text) => {
      const read = decodeCursor<[number, number]>(text, ["integer", "integer"]);
      assert.ok(read === undefined || read.every((part) => Number.isSafeInteger(part)));
      if (read) assert.deepEqual(decodeCursor(encodeCursor(read), ["integer", "integer"]), read);
      decodeCursor<[string, number]>(text, ["string", "integer"]);
    }),
  },
  {
    name: "hosts and files",
    seeds: [
      "10.0.0.0/8",
      "::ffff:127.0.0.1",
      "https://*.example.com:8443",
      "http://[::1]:80/",
      "../../etc/passwd",
      "a.txt",
      "fd00::/8, mail.lan",
    ],
    words: ["::", ".", "/", "0x7f", "://", "[", "]", "@", "*.", "\\", "..", "%2e", ":99999"],
    read: ofText((text) => {
      const address = parseAddress(text);
      assert.ok(
        !address || address.every((part) => Number.isInteger(part) && part >= 0 && part <= 0xffff),
      );
      parseRange(text);
      parseAllowedPrivate(text);
      assert.notEqual(outgoingUrlFault(text, allowed), "");
      const origins = parseAllowedOrigins(text);
      if ("origins" in origins) isAllowedOrigin(text, origins.origins);
      const name = fileNameOf(text);
      assert.ok(name !== "" && !/[/\\\0]/.test(name), `a file called ${name}`);
    }),
  },
];

import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import { defaultSettings, type ScrubbingSettings } from "#server/domain/project/settings.ts";
import { scrub } from "./scrub.ts";
import { scrubRulesOf } from "./scrub-rules.ts";

function scrubbed(payload: JsonObject, changes: Partial<ScrubbingSettings>) {
  const notes = scrub(payload, scrubRulesOf({ ...defaultSettings.scrubbing, ...changes }));
  return { payload, notes };
}

test("a listed name covers names with its words in a row, anywhere", () => {
  const alsoFilter = ["iban", "Tax-Number", "straße", "address2"];
  const { payload, notes } = scrubbed(
    {
      extra: {
        customerIban: "DE1",
        IBAN: 7,
        tax_number: ["1"],
        taxNumbers: "kept",
        urban: "kept",
        Straße: "x",
      },
      request: {
        url: "https://shop.example/?iban=DE2&page=2",
        query_string: "taxNumber=3",
        data: { address2: "b" },
      },
      tags: { iban: "DE3" },
      user: { address: "kept", address2: "c" },
      exception: {
        values: [{ value: "no iban", stacktrace: { frames: [{ vars: { iban: "DE4" } }] } }],
      },
      breadcrumbs: [["iban", "DE5"]],
    },
    { alsoFilter },
  );
  const filtered = "[Filtered]";
  expect(payload).toEqual({
    extra: {
      customerIban: filtered,
      IBAN: filtered,
      tax_number: [filtered],
      taxNumbers: "kept",
      urban: "kept",
      Straße: filtered,
    },
    request: {
      url: `https://shop.example/?iban=${filtered}&page=2`,
      query_string: `taxNumber=${filtered}`,
      data: { address2: filtered },
    },
    tags: { iban: filtered },
    user: { address: "kept", address2: filtered },
    exception: {
      values: [{ value: "no iban", stacktrace: { frames: [{ vars: { iban: filtered } }] } }],
    },
    breadcrumbs: [["iban", filtered]],
  });
  expect(notes).toContainEqual({
    path: "extra.customerIban",
    kind: "scrubbed",
    detail: "matched by a field name in the project settings",
  });
});

test("structural fields are never scrubbed, whatever is listed", () => {
  const ids = {
    event_id: "a".repeat(32),
    contexts: { trace: { trace_id: "b".repeat(32), span_id: "c".repeat(16) } },
  };
  const { payload } = scrubbed(
    { ...ids, timestamp: 1, level: "error", user: { id: "7" } },
    { alsoFilter: ["id", "level"] },
  );
  expect(payload).toEqual({ ...ids, timestamp: 1, level: "error", user: { id: "[Filtered]" } });
});

test("an excluded name alone keeps its value", () => {
  const payload = {
    extra: { session_token: "abc", sessionToken: { password: "x" }, password: "y" },
  };
  expect(scrubbed(payload, { neverFilter: ["Session-Token"] }).payload).toEqual({
    extra: {
      session_token: "abc",
      sessionToken: { password: "[Filtered]" },
      password: "[Filtered]",
    },
  });
});

test("without secret scrubbing only the project's names are scrubbed", () => {
  const payload = {
    extra: { password: "x", note: "Bearer abcdef123456", card: "4111 1111 1111 1111", iban: "DE1" },
  };
  expect(
    scrubbed(structuredClone(payload), { secrets: false, alsoFilter: ["iban"] }).payload,
  ).toEqual({
    extra: { ...payload.extra, iban: "[Filtered]" },
  });
});

test("the sender's address is scrubbed everywhere unless the project keeps it", () => {
  const payload = {
    user: { id: "7", ip_address: "203.0.113.7" },
    request: {
      headers: {
        "X-Forwarded-For": "203.0.113.7",
        "cf-connecting-ip": "203.0.113.7",
        "X-Forwarded-Host": "shop",
      },
      env: { REMOTE_ADDR: "203.0.113.7", SERVER_ADDR: "10.0.0.1", HTTP_X_REAL_IP: "203.0.113.7" },
    },
    extra: { clientIp: "203.0.113.7", description: "kept", zip_address: "kept" },
    sdk: { settings: { infer_ip: "auto" } },
  };
  const kept = structuredClone(payload);
  expect(scrubbed(kept, { keepIp: true }).payload).toEqual(payload);
  const { payload: cleaned, notes } = scrubbed(structuredClone(payload), {});
  expect(JSON.stringify(cleaned)).not.toContain("203.0.113.7");
  expect(cleaned).toMatchObject({
    user: { id: "7" },
    request: { headers: { "X-Forwarded-Host": "shop" }, env: { SERVER_ADDR: "10.0.0.1" } },
    extra: { description: "kept", zip_address: "kept" },
    sdk: { settings: { infer_ip: "never" } },
  });
  expect(notes[0]).toEqual({
    path: "user.ip_address",
    kind: "scrubbed",
    detail: "the sender's IP address is not stored",
  });
  expect(scrub(cleaned)).toEqual([]);
});

import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { sampleReceipt } from "#server/ingest/sentry/sample.fixture.ts";
import { readBody, writeBody } from "#server/ingest/sentry/stored-body.ts";
import { understand } from "#server/ingest/sentry/understand.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const wanted = /^(?:browser|os|client_os|device)(?:\.|$)/;

function tagsOf(payload: JsonObject, changes: Partial<Receipt> = {}) {
  const receipt = { ...sampleReceipt, ...changes };
  const understood = understand(structuredClone(payload), receipt);
  const stored = readBody(new TextDecoder().decode(writeBody(understood, receipt)));
  // An event's page reads the stored body: it shows the same as the digest indexed.
  expect(stored.event.tags).toEqual(understood.event.tags);
  return Object.fromEntries(understood.event.tags.filter(([key]) => wanted.test(key)));
}

test("the failing request's headers name browser, system, and device", () => {
  const request = { url: "https://shop.example/", headers: { "User-Agent": iphone } };
  expect(tagsOf({ platform: "python", request })).toEqual({
    browser: "Safari 18.1",
    "browser.name": "Safari",
    os: "iOS 18.1",
    "os.name": "iOS",
    device: "iPhone",
    "device.family": "iPhone",
  });
});

test("client hints take precedence over the User-Agent", () => {
  const headers = [
    ["user-agent", chrome],
    ["sec-ch-ua", '"Brave";v="140", "Chromium";v="140"'],
    ["sec-ch-ua-platform", '"Windows"'],
    ["sec-ch-ua-platform-version", '"15.0.0"'],
  ];
  expect(tagsOf({ platform: "node", request: { headers } })).toEqual({
    browser: "Brave 140.0.0",
    "browser.name": "Brave",
    os: "Windows 11",
    "os.name": "Windows",
  });
});

test("SDK values take precedence, and a server's system is not the visitor's", () => {
  const request = { headers: { "User-Agent": iphone } };
  const contexts = {
    os: { name: "Debian", version: "12" },
    browser: { name: "Shop app", version: "3" },
  };
  expect(tagsOf({ platform: "node", request, contexts, tags: { "browser.name": "Mine" } })).toEqual(
    {
      browser: "Shop app 3",
      "browser.name": "Mine",
      os: "Debian 12",
      "os.name": "Debian",
      client_os: "iOS 18.1",
      "client_os.name": "iOS",
      device: "iPhone",
      "device.family": "iPhone",
    },
  );
});

test("a browser's request names it if the event does not; a server's does not", () => {
  expect(tagsOf({ platform: "javascript" }, { userAgent: chrome })).toEqual({
    browser: "Chrome 140.0.0",
    "browser.name": "Chrome",
    os: "Windows >=10",
    "os.name": "Windows",
  });
  expect(
    tagsOf(
      { platform: "javascript", request: { headers: { "User-Agent": iphone } } },
      { userAgent: chrome },
    ),
  ).toMatchObject({
    "browser.name": "Safari",
  });
  expect(tagsOf({ platform: "javascript" }, { userAgent: "node" })).toEqual({});
  expect(tagsOf({ platform: "node" }, { userAgent: chrome })).toEqual({});
});

test("an unused User-Agent is not stored", () => {
  const receipt = { ...sampleReceipt, userAgent: chrome };
  const body = (platform: string) =>
    Buffer.from(writeBody(understand({ platform }, receipt), receipt)).toString();
  expect(body("javascript")).toContain(chrome);
  expect(body("node")).not.toContain("Chrome");
});

test("the sending request's client hints precede its User-Agent", () => {
  const clientHints = {
    "sec-ch-ua": '"Brave";v="140", "Chromium";v="140"',
    "sec-ch-ua-platform": '"Windows"',
  };
  const delivery = { userAgent: chrome, clientHints };
  const request = { headers: { "User-Agent": chrome } };
  const ofBrave = { browser: "Brave 140.0.0", "browser.name": "Brave", "os.name": "Windows" };
  expect(tagsOf({ platform: "javascript", request }, delivery)).toMatchObject(ofBrave);
  expect(tagsOf({ platform: "javascript" }, delivery)).toMatchObject(ofBrave);
  // A tunnel, or a server's SDK: the sending program is not the visitor's.
  const ofIphone = { browser: "Safari 18.1", "os.name": "iOS" };
  expect(
    tagsOf({ platform: "javascript", request: { headers: { "User-Agent": iphone } } }, delivery),
  ).toMatchObject(ofIphone);
  expect(tagsOf({ platform: "node" }, delivery)).toEqual({});
});

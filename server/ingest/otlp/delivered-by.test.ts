import { expect, test } from "vitest";
import { sampleKey } from "#server/ingest/sentry/sample.fixture.ts";
import { decodeSpans } from "./decode/decode.ts";
import { encodeWith } from "./messages.fixture.ts";
import { itemsOf, postOtlp, sampleSpan, tracesOf } from "./sample.fixture.ts";

const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1";

const brave = {
  "sec-ch-ua": '"Brave";v="140", "Chromium";v="140"',
  "sec-ch-ua-platform": '"Windows"',
};

async function resourceOf(
  userAgent: string,
  attributes: { [key: string]: string } = {},
  hints: { [name: string]: string } = {},
) {
  const body = encodeWith("TracesData", tracesOf([sampleSpan(1), sampleSpan(2)], attributes));
  const authorization = `Bearer ${sampleKey}`;
  const headers = {
    "content-type": "application/x-protobuf",
    authorization,
    "user-agent": userAgent,
    ...hints,
  };
  const items = await itemsOf(postOtlp(body, { headers }));
  const parts = items.flatMap((item) => (item.kind === "spans" ? item.parts : []));
  const spans = decodeSpans(parts.map(({ bytes }) => bytes));
  expect(spans).toHaveLength(2);
  return spans[1]!.resource;
}

test("spans sent by a browser keep and use its User-Agent", async () => {
  expect(await resourceOf(chrome)).toMatchObject({
    "user_agent.original": chrome,
    "user_agent.name": "Chrome",
  });
  expect(await resourceOf("OTel-OTLP-Exporter-JavaScript/0.223.0")).not.toHaveProperty(
    "user_agent.original",
  );
});

test("resource attributes take precedence", async () => {
  const said = await resourceOf(chrome, { "user_agent.original": iphone });
  expect(said).toMatchObject({
    "user_agent.original": iphone,
    "user_agent.name": "Safari",
    "os.name": "iOS",
  });
});

test("the sending request's client hints precede its User-Agent", async () => {
  const read = {
    "user_agent.name": "Brave",
    "user_agent.version": "140.0.0",
    "os.name": "Windows",
  };
  expect(await resourceOf(chrome, {}, brave)).toMatchObject({
    ...read,
    "browser.brands": ["Brave 140", "Chromium 140"],
  });
  expect(await resourceOf(chrome, { "user_agent.original": chrome }, brave)).toMatchObject(read);
});

test("client hints are ignored for a browser that the resource does not name", async () => {
  const said = await resourceOf(chrome, { "user_agent.original": iphone }, brave);
  expect(said).toMatchObject({ "user_agent.name": "Safari", "os.name": "iOS" });
  expect(said).not.toHaveProperty("browser.brands");
  expect(await resourceOf("OTel-OTLP-Exporter-JavaScript/0.223.0", {}, brave)).not.toHaveProperty(
    "browser.brands",
  );
});

test("existing resource attributes are kept", async () => {
  const attributes = { "service.name": "web", "service.version": "1.2.3" };
  expect(await resourceOf(chrome, attributes)).toMatchObject({
    ...attributes,
    "user_agent.original": chrome,
  });
});

import { renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";
import { expect, test } from "vitest";
import { DocumentTelemetry, TelemetryMeta } from "./document-telemetry.tsx";

const matches = [
  { route: { path: "" } },
  { route: {} },
  { route: { path: "shop/" } },
  { route: { path: ":product" } },
];
const entry = { staticHandlerContext: { matches } } as unknown as EntryContext;
const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

test("the head contains the request's trace, the endpoint, and the document's route", () => {
  const browser = { endpoint: "/otlp", key: 'k"1', serviceName: "shop-browser" };
  const html = renderToString(
    <DocumentTelemetry traceparent={traceparent} entry={entry} browser={browser}>
      <TelemetryMeta />
    </DocumentTelemetry>,
  );
  const content = (name: string) =>
    new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(content("traceparent")).toBe(traceparent);
  expect(JSON.parse(content("spoor-telemetry")!.replaceAll("&quot;", '"'))).toEqual({
    ...browser,
    route: "/shop/:product",
  });
});

test("turned off, it prints nothing for scripts or in the browser", () => {
  const off = (
    <DocumentTelemetry traceparent={undefined} entry={entry} browser={undefined}>
      <TelemetryMeta />
    </DocumentTelemetry>
  );
  expect(renderToString(off)).toBe("");
  expect(renderToString(<TelemetryMeta />)).toBe("");
});

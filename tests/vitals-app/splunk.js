// A page with Splunk's OpenTelemetry distribution, which reports each vital as a span. The endpoint
// is in the page's URL.
import { SplunkRum } from "@splunk/otel-web";

const query = new URL(location.href).searchParams;
SplunkRum.init({
  // The SDK puts `?auth=…` behind it.
  beaconEndpoint: `${query.get("endpoint")}/v1/traces?sentry_key=${query.get("key")}&token=`,
  allowInsecureBeacon: true,
  exporter: { otlp: true },
  rumAccessToken: "none",
  applicationName: "shop-web",
});

// A page with Honeycomb's OpenTelemetry distribution, which reports each vital as a span. The
// endpoint is in the page's URL.
import { HoneycombWebSDK } from "@honeycombio/opentelemetry-web";

const query = new URL(location.href).searchParams;
new HoneycombWebSDK({
  endpoint: query.get("endpoint"),
  headers: { authorization: `Bearer ${query.get("key")}` },
  serviceName: "shop-web",
  skipOptionsValidation: true,
}).start();

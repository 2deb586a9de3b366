// A page with Honeycomb's distribution of OpenTelemetry, which reports each vital as a span. Where to send is in the page's address.
import { HoneycombWebSDK } from "@honeycombio/opentelemetry-web";

const query = new URL(location.href).searchParams;
new HoneycombWebSDK({
  endpoint: query.get("endpoint"),
  headers: { authorization: `Bearer ${query.get("key")}` },
  serviceName: "shop-web",
  skipOptionsValidation: true,
}).start();

import { createServer } from "node:http";
import { startTelemetry, withHttpSpan } from "spoor-react-router/server";

const { SPOOR_ENDPOINT: endpoint, SPOOR_KEY: key } = process.env;
startTelemetry({
  serviceName: "stock",
  otlpEndpoint: endpoint,
  otlpHeaders: { authorization: `Bearer ${key}` },
});

/** A second server for the shop's loaders that answers after 60 ms. */
const server = createServer((request, response) =>
  withHttpSpan(request, response, () => {
    const isKnown = request.url.startsWith("/stock/");
    setTimeout(() => response.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ left: 3 })), 60);
  }),
);
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`),
);

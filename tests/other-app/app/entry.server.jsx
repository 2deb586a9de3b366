import { renderToReadableStream } from "react-dom/server";
import { ServerRouter } from "react-router";
import { DocumentTelemetry } from "spoor-react-router/client";
import {
  createInstrumentations,
  currentTraceparent,
  recordError,
  startTelemetry,
  traceparentTiming,
} from "spoor-react-router/server";
import { routes } from "virtual:react-router/server-build";

const { SPOOR_ENDPOINT: endpoint, SPOOR_KEY: key } = process.env;
startTelemetry({
  serviceName: "shop",
  otlpEndpoint: endpoint,
  otlpHeaders: { authorization: `Bearer ${key}` },
});

export const instrumentations = createInstrumentations({ routes: () => routes });

export function handleError(error) {
  recordError(error);
}

export default async function handleRequest(request, status, headers, entry) {
  // Whoever does not want to be measured is not.
  const browser = request.headers.get("sec-gpc")
    ? undefined
    : { endpoint, key, serviceName: "shop-browser" };
  const stream = await renderToReadableStream(
    <DocumentTelemetry traceparent={currentTraceparent()} entry={entry} browser={browser}>
      <ServerRouter context={entry} url={request.url} />
    </DocumentTelemetry>,
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.append("Server-Timing", traceparentTiming());
  return new Response(stream, { status, headers });
}

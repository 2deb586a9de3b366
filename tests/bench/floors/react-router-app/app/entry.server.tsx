import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/** Complete pages, as the product sends them. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
) {
  const stream = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />, {
    progressiveChunkSize: Infinity,
  });
  await stream.allReady;
  const page = await new Response(stream).arrayBuffer();
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(page.byteLength));
  return new Response(page, { status, headers });
}

import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter } from "react-router";
import { markUp, wrap } from "sdk/server";

export { handleError, instrumentations } from "sdk/server";

function handleRequest(request, status, headers, entry) {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} />, {
      onShellReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(markUp(body));
      },
      onShellError: reject,
    });
  });
}

export default wrap(handleRequest);

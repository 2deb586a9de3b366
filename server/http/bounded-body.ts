import type { IncomingMessage } from "node:http";

/**
 * A request's body as a stream that reads from the connection on demand, at most `maxBytes`. A
 * longer body fails with the error from `tooLarge`, immediately if its declared length is too
 * large.
 */
export function boundedBody(
  request: IncomingMessage,
  maxBytes: number,
  tooLarge: () => unknown,
): ReadableStream {
  let size = Number(request.headers["content-length"] ?? 0);
  let stop = () => {};

  function begin(controller: ReadableStreamDefaultController): void {
    if (size > maxBytes) return controller.error(tooLarge());
    if (request.destroyed) return controller.error(gone());
    size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) fail(tooLarge());
      else controller.enqueue(chunk);
      if ((controller.desiredSize ?? 0) <= 0) request.pause();
    };
    const end = () => (stop(), controller.close());
    const fail = (error: unknown) => (stop(), controller.error(error));
    const leave = () => fail(gone());
    stop = () => {
      stop = () => {};
      request.pause();
      request.off("data", take).off("end", end).off("error", fail).off("close", leave);
    };
    request.on("data", take).on("end", end).on("error", fail).on("close", leave);
  }

  let begun = false;
  const pull = (controller: ReadableStreamDefaultController) => {
    if (begun) request.resume();
    else begin(controller);
    begun = true;
  };
  return new ReadableStream({ pull, cancel: () => stop() }, { highWaterMark: 0 });
}

const gone = () => new Error("The client disconnected before the request was complete.");

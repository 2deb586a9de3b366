import { notFound, requireProject } from "#app/guard.ts";
import { downloadHeaders } from "#server/domain/download.ts";
import type { Attachment } from "#server/domain/attachment/attachment.ts";
import { parseEventId } from "#server/domain/ids.ts";
import type { Route } from "./+types/attachment.ts";

/** A file, piece by piece, always as a download, regardless of its name and type. */
export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "issue:read");
  const eventId = parseEventId(args.params.event);
  const id = /^\d{1,16}$/.test(args.params.attachment) ? Number(args.params.attachment) : undefined;
  const found =
    eventId && id !== undefined
      ? await services.store.attachments.open(project.id, eventId, id)
      : undefined;
  if (!found) throw notFound(args, "Attachment not found, or it has expired.");
  const { attachment, chunks } = found;
  return new Response(streamOf(chunks()), {
    headers: {
      ...downloadHeaders(attachment.name, typeOf(attachment)),
      "Content-Length": String(attachment.byteLength),
      // Compressing a response would hold all of it in memory.
      "Cache-Control": "private, no-cache, no-transform",
    },
  });
}

/** The next piece is read after the previous one is sent. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}

/** An image type by its bytes, so that a page can show it; text as text; anything else as bytes. */
function typeOf({ raster, preview }: Attachment): string {
  return (
    raster ?? (preview === undefined ? "application/octet-stream" : "text/plain; charset=utf-8")
  );
}

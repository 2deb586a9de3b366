import { href, useHref } from "react-router";
import type { Attachment } from "#server/domain/attachment/attachment.ts";
import { bytesText } from "./format/bytes.ts";
import { Table } from "#app/ui/table.tsx";

/**
 * Files from clients, with names and types as sent: pixel images as images, text as text. Each can
 * be downloaded.
 */
export function Attachments({
  project,
  attachments,
}: {
  project: string;
  attachments: ShownAttachment[];
}) {
  return (
    <Table
      caption="Attachments"
      rows={attachments}
      keyOf={({ id }) => id}
      columns={[
        { head: "File", cell: (attachment) => <File project={project} attachment={attachment} /> },
        { head: "Type", className: "wide", cell: ({ contentType }) => contentType },
        { head: "Size", className: "number", cell: ({ byteLength }) => bytesText(byteLength) },
      ]}
    />
  );
}

/** The same within a line of text. */
export function AttachmentList({
  project,
  attachments,
}: {
  project: string;
  attachments: ShownAttachment[];
}) {
  return attachments.map((attachment) => (
    <div key={attachment.id}>
      <File project={project} attachment={attachment} />{" "}
      <span className="meta">{bytesText(attachment.byteLength)}</span>
    </div>
  ));
}

export type ShownAttachment = Pick<
  Attachment,
  "id" | "eventId" | "name" | "contentType" | "byteLength" | "raster" | "preview"
>;

/** Only the fields that the page shows. */
export function shownAttachment(attachment: Attachment): ShownAttachment {
  const { id, eventId, name, contentType, byteLength, raster, preview } = attachment;
  return { id, eventId, name, contentType, byteLength, raster, preview };
}

/** A plain link: a file is not a page, and the router would wait for one. */
function File({ project, attachment }: { project: string; attachment: ShownAttachment }) {
  const { id, eventId: event, name, raster, preview } = attachment;
  const address = useHref(
    href("/:project/events/:event/attachments/:attachment", {
      project,
      event,
      attachment: String(id),
    }),
  );
  return (
    <>
      <a href={address} download={name}>
        <bdi>{name}</bdi>
      </a>
      {raster && <img className="thumbnail" src={address} alt={name} loading="lazy" />}
      {preview !== undefined && preview !== "" && (
        <details>
          <summary>First lines</summary>
          <pre className="raw">{preview}</pre>
        </details>
      )}
    </>
  );
}

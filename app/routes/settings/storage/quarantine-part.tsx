import { bytesText } from "#app/ui/format/bytes.ts";
import { counted } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import { Table } from "#app/ui/table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

type QuarantineShown = {
  requests: number;
  bytes: number;
  newest: {
    name: string;
    at: number;
    bytes: number;
    reason: string;
    project?: { slug: string; name: string } | undefined;
  }[];
};

/** Requests that were accepted but could not be read. */
export function QuarantinePart({ quarantine, now }: { quarantine: QuarantineShown; now: number }) {
  const { requests, bytes, newest } = quarantine;
  return (
    <SettingsPart
      title="Quarantine"
      text={
        <>
          {counted(requests, "accepted request")} ({bytesText(bytes)}) could not be read. Run{" "}
          <code>spoor replay</code> with the folder <code>quarantine</code> of the data folder to
          try again.
        </>
      }
      isWide
    >
      <Table
        caption={
          newest.length < requests ? `Newest ${newest.length} requests` : "Requests in quarantine"
        }
        rows={newest}
        keyOf={({ name }) => name}
        columns={[
          { head: "File", cell: ({ name }) => <code title={name}>{name.slice(0, 8)}</code> },
          { head: "Project", className: "wide", cell: ({ project }) => project?.name ?? "–" },
          { head: "Reason", cell: ({ reason }) => reason },
          { head: "Size", className: "number", cell: (request) => bytesText(request.bytes) },
          { head: "Since", className: "number", cell: ({ at }) => <Time at={at} now={now} /> },
        ]}
      />
    </SettingsPart>
  );
}

import { bytesText } from "#app/ui/format/bytes.ts";
import { Facts } from "#app/ui/facts.tsx";
import { totalOf } from "./total.ts";
import type { StorageReading } from "#server/read/read-storage.ts";

/** Bytes by kind. Indexes are the rest of the files. */
export function KindsPart({
  days,
  files,
  disk,
  isMeasured,
}: Pick<StorageReading, "days" | "files" | "disk"> & { isMeasured: boolean }) {
  const sum = (kind: "eventBytes" | "traceBytes" | "attachmentBytes") =>
    days.reduce((all, day) => all + day[kind], 0);
  const [events, traces, attachments] = [
    sum("eventBytes"),
    sum("traceBytes"),
    sum("attachmentBytes"),
  ];
  const rest = Math.max(0, totalOf(days) - events - traces - attachments);
  return (
    <Facts
      facts={[
        ["Events", isMeasured && bytesText(events)],
        ["Traces", isMeasured && bytesText(traces)],
        ["Attachments", isMeasured && bytesText(attachments)],
        ["Indexes", isMeasured && bytesText(rest)],
        ["Issues, counters, users", bytesText(files.main)],
        ["Uploaded source maps", bytesText(files.artifacts)],
        ["Queue (not yet processed)", bytesText(files.spool)],
        ["Free on the disk", bytesText(disk.freeBytes)],
      ]}
    />
  );
}

import type { Note } from "#server/domain/event/error-event.ts";
import { counted } from "#app/ui/count.ts";

/** What ingestion trimmed, dropped, corrected, or scrubbed. */
export function Notes({ notes }: { notes: Note[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="part notes">
      <summary>{sentence(notes)}</summary>
      <ul>
        {notes.map(({ path, kind, detail }, index) => (
          <li key={`${path} ${index}`}>
            <code>{path}</code> {kind}: {detail}
          </li>
        ))}
      </ul>
    </details>
  );
}

const kinds: Note["kind"][] = ["scrubbed", "trimmed", "dropped", "corrected"];

/** `Modified during ingestion: 2 fields scrubbed, 1 field trimmed.` */
function sentence(notes: Note[]): string {
  const parts = kinds.flatMap((kind) => {
    const count = notes.filter((note) => note.kind === kind).length;
    return count > 0 ? [`${counted(count, "field")} ${kind}`] : [];
  });
  return `Modified during ingestion: ${parts.join(", ")}.`;
}

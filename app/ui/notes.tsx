import type { Note } from "#server/domain/event/error-event.ts";
import { counted } from "#server/domain/count.ts";

/** Fields trimmed, dropped, corrected, or scrubbed during ingestion. */
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

const mostNamed = 5;

/** `Modified during ingestion: 2 fields scrubbed (user.email, extra.token), 1 field trimmed.` */
function sentence(notes: Note[]): string {
  const parts = kinds.flatMap((kind) => {
    const paths = [...new Set(notes.filter((note) => note.kind === kind).map(({ path }) => path))];
    const names = kind === "scrubbed" ? ` (${namesOf(paths)})` : "";
    return paths.length > 0 ? [`${counted(paths.length, "field")} ${kind}${names}`] : [];
  });
  return `Modified during ingestion: ${parts.join(", ")}.`;
}

function namesOf(paths: string[]): string {
  const more = paths.length - mostNamed;
  return paths.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

import type { Note } from "#server/domain/event/error-event.ts";

const counts = new Intl.NumberFormat("en-US");

export function noteDropped(notes: Note[], path: string, why: string): void {
  notes.push({ path, kind: "dropped", detail: why });
}

/**
 * `kept` and `of` in `unit`. A field truncated by two rules has one note, with the rest of what was
 * sent.
 */
export function noteTrimmed(
  notes: Note[],
  path: string,
  kept: number,
  of: number,
  unit: string,
): void {
  const earlier = notes.findIndex((note) => note.path === path && note.kind === "trimmed");
  const sent =
    earlier < 0
      ? counts.format(of)
      : (/ of ([\d,]+) /.exec(notes[earlier]!.detail)?.[1] ?? counts.format(of));
  const note: Note = {
    path,
    kind: "trimmed",
    detail: `kept ${counts.format(kept)} of ${sent} ${unit}`,
  };
  if (earlier < 0) notes.push(note);
  else notes[earlier] = note;
}

export function noteCorrected(notes: Note[], path: string, detail: string): void {
  notes.push({ path, kind: "corrected", detail });
}

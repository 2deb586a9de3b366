import type { ReactNode } from "react";

/** A box to tick, its label beside it and a sentence below. Sends `yes` when it is ticked and nothing when it is not. */
export function Tick({
  name,
  label,
  hint,
  ticked,
}: {
  name: string;
  label: string;
  hint?: ReactNode;
  ticked: boolean;
}) {
  const noteId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <p className="field">
      <label>
        <input type="checkbox" name={name} value="yes" defaultChecked={ticked} aria-describedby={noteId} /> {label}
      </label>
      {hint !== undefined && (
        <small className="hint" id={noteId}>
          {" "}
          {hint}
        </small>
      )}
    </p>
  );
}

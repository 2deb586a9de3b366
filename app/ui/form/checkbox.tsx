import type { ReactNode } from "react";

/** A checkbox with its label and a hint. Sends `yes` if checked, otherwise nothing. */
export function Checkbox({
  name,
  label,
  hint,
  checked,
}: {
  name: string;
  label: string;
  hint?: ReactNode;
  checked: boolean;
}) {
  const noteId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <p className="field check">
      <label>
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={checked}
          aria-describedby={noteId}
        />{" "}
        {label}
      </label>
      {hint !== undefined && <small id={noteId}> {hint}</small>}
    </p>
  );
}

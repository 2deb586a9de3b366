import { type RefObject, useEffect, useRef } from "react";

/**
 * Deselects rows after an action, unless it was refused; rows selected in the meantime stay
 * selected. `form`: the form being posted, if any.
 */
export function useDeselectDone(
  form: FormData | undefined,
  refused: boolean,
): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  const posted = useRef<FormDataEntryValue[]>([]);
  useEffect(() => {
    if (form) return void (posted.current = form.getAll("issue"));
    if (!refused)
      for (const box of table.current?.querySelectorAll<HTMLInputElement>("[name=issue]:checked") ??
        [])
        if (posted.current.includes(box.value)) box.checked = false;
    posted.current = [];
  }, [form, refused]);
  return table;
}

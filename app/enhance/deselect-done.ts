import { type RefObject, useEffect, useRef } from "react";

/**
 * Rows that were acted on are deselected, unless the act was refused; rows that were selected
 * meanwhile stay selected. `form`: what is being posted, if anything is.
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

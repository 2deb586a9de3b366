import { useHydrating } from "./hydrated.ts";

/** Selects every checkbox named `name` in its form. */
export function SelectAll({ name, label }: { name: string; label: string }) {
  if (useHydrating()) return null;
  return (
    <input
      type="checkbox"
      aria-label={label}
      onChange={({ currentTarget }) => {
        for (const box of currentTarget.form?.querySelectorAll<HTMLInputElement>(
          `input[name="${name}"]`,
        ) ?? [])
          box.checked = currentTarget.checked;
      }}
    />
  );
}

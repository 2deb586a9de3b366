import { useState } from "react";
import { useHydrating } from "./hydrated.ts";

/** Copies a text. Rendered only if scripts run and the browser allows copying. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const possible = !useHydrating() && "clipboard" in navigator;
  if (!possible) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`Copy ${label}`}
      onClick={() => void copy()}
    >
      {copied ? "Copied" : "Copy"}
    </button>
  );
}

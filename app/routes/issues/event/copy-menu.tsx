import { useState } from "react";
import { useHydrating } from "#app/enhance/hydrated.ts";
import { Menu } from "#app/ui/menu.tsx";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { stackText } from "./stack-text.ts";

/**
 * Copies parts of an event. Rendered only if scripts run and the browser allows copying. `path`:
 * the event's own.
 */
export function CopyMenu({ event, path }: { event: ErrorEvent; path: string }) {
  const [copied, setCopied] = useState("");
  if (useHydrating() || !("clipboard" in navigator)) return null;
  const stack = stackText(event);
  const texts: [name: string, text: () => string | Promise<string>][] = [
    ["Event ID", () => event.eventId],
    ["Link", () => location.origin + path],
    ["Markdown", () => markdownAt(`${path}.md`)],
    ...(stack === "" ? [] : [["Stack trace", () => stack] as [string, () => string]]),
  ];
  const copy = async (name: string, text: () => string | Promise<string>) => {
    await navigator.clipboard.writeText(await text());
    setCopied(name);
  };
  return (
    <Menu
      summary={copied ? "Copied" : "Copy"}
      label={copied ? `Copied: ${copied}` : "Copy"}
      className="quiet end"
    >
      {texts.map(([name, text]) => (
        <button key={name} type="button" onClick={() => void copy(name, text)}>
          {name}
        </button>
      ))}
    </Menu>
  );
}

async function markdownAt(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.text();
}

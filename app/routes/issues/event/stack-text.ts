import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import { isUnnamed } from "./frame-name.tsx";

type Stacks = Pick<ErrorEvent, "exceptions" | "threads">;

/** A stack in the format that programs print, for copying. */
export function stackText({ exceptions, threads }: Stacks): string {
  const thrown = exceptions.map(({ type = "Error", value, frames }, index) =>
    [
      `${index > 0 ? "Caused by: " : ""}${type}${value ? `: ${value}` : ""}`,
      ...frames.map(frameLine),
    ].join("\n"),
  );
  const stacks = threads.map(({ id, name, frames }) =>
    [`Thread ${name ?? id ?? ""}`.trim(), ...frames.map(frameLine)].join("\n"),
  );
  return [...thrown, ...stacks].join("\n");
}

function frameLine({ function: name, file, absPath, module, line, column }: Frame): string {
  const place = [file ?? absPath ?? module ?? "(unknown)", line, column]
    .filter((part) => part !== undefined)
    .join(":");
  return `    at ${isUnnamed(name) ? place : `${name} (${place})`}`;
}

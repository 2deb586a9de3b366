import type { Problem } from "#server/domain/problem.ts";
import type { Message } from "./schema.ts";
import { WireFault, WireReader, wireType } from "./wire.ts";

/** The response for invalid bytes: which byte, in which field. Rethrows bugs. */
export function explainFault(error: unknown, bytes: Uint8Array, message: Message): Problem {
  if (!(error instanceof WireFault)) throw error;
  const field = fieldAt(bytes, error.at, message);
  const where = field === "" ? "" : ` in ${field}`;
  return {
    problem: "malformed",
    detail: `byte ${error.at}${where}: the body is not a valid ${message.name}: ${error.why}`,
  };
}

/**
 * `resourceSpans.scopeSpans.spans`: the fields around a byte, found by walking down to it. For
 * invalid messages only.
 */
function fieldAt(bytes: Uint8Array, at: number, message: Message): string {
  const reader = new WireReader(bytes);
  const names: string[] = [];
  let inside: Message | undefined = message;
  try {
    while (inside && reader.position <= at && reader.position < bytes.length)
      inside = step(reader, at, inside, names);
  } catch {
    // This is the invalid byte: the names so far lead to it.
  }
  return names.slice(0, 8).join(".");
}

/** Skips one field, or returns its message if `at` is inside. */
function step(
  reader: WireReader,
  at: number,
  inside: Message,
  names: string[],
): Message | undefined {
  const tag = reader.tag();
  const found = Object.entries(inside.fields).find(([, field]) => field.number === tag >>> 3);
  const start = reader.position;
  try {
    reader.skip(tag);
    if (reader.position <= at) return inside;
  } catch {
    // The declared length exceeds the data, so `at` is inside.
  }
  if (!found) return undefined;
  names.push(found[0]);
  if (typeof found[1].type !== "function" || (tag & 7) !== wireType.bytes) return undefined;
  reader.position = start;
  reader.uint32();
  return found[1].type();
}

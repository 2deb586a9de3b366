import type { Note } from "#server/domain/event/error-event.ts";
import type { Buffer } from "node:buffer";
import type { AttributeValue } from "#server/domain/trace/span.ts";
import { ByteTable } from "./scan/byte-table.ts";
import { readKeyValue } from "./decode/decode-attributes.ts";
import { isReplaced, withoutSecret } from "./presentable.ts";
import { noteLongTexts } from "./trimmed-values.ts";
import { WireFault, WireReader } from "./wire/wire.ts";

/**
 * An attribute as it may be shown, under the name as sent, which determines whether it has a newer
 * one.
 */
type KnownPair = { key: string; value: AttributeValue; isReplaced: boolean; notes: Note[] };

/**
 * Attributes in one buffer of spans, by the bytes of their `KeyValue` messages. Each distinct one
 * is decoded and scrubbed once, because a trace repeats them on every span. Undefined for invalid
 * ones.
 */
export type KnownPairs = ByteTable<KnownPair | undefined>;

export function knownPairs(bytes: Buffer): KnownPairs {
  return new ByteTable(bytes, (start, end) => readPair(bytes, start, end));
}

function readPair(bytes: Buffer, start: number, end: number): KnownPair | undefined {
  try {
    const notes: Note[] = [];
    const [key, value] = readKeyValue(new WireReader(bytes, start), end, 0, notes);
    noteLongTexts(notes, "", value);
    return { key, value: withoutSecret(key, value), isReplaced: isReplaced(key), notes };
  } catch (error) {
    if (error instanceof WireFault) return undefined;
    throw error;
  }
}

import { createHash } from "node:crypto";
import { BackupFault } from "./fault.ts";

/** Describes a backup's content. Written last, so that a file with a manifest is complete. */
export type Manifest = {
  format: typeof manifestFormat;
  /** The program that wrote it. */
  spoor: string;
  /** The moment that its content represents. */
  takenAt: string;
  entries: ManifestEntry[];
};

export type ManifestEntry = {
  /** Relative to the data folder. */
  name: string;
  bytes: number;
  sha256: string;
  /** Of a database: its format (`storage/sqlite/migrate.ts`). */
  version?: number;
};

const manifestFormat = 1;

export const manifestName = "manifest.json";
/** Contains the manifest's own checksum in the format of `sha256sum --check`. */
export const manifestSumName = "manifest.json.sha256";

/** Names allowed in a backup. No other name is ever written to a folder. */
const entryName =
  /^(?:spoor\.db|artifacts\.db|secret\.key|telemetry\/\d{4}-\d\d-\d\d\.db|spool\/\d{8}\.spool|quarantine\/[0-9a-f]{64}\.(?:spool|json))$/;

export const isEntryName = (name: string): boolean => entryName.test(name);

export function encodeManifest(facts: Omit<Manifest, "format">): { text: string; sum: string } {
  const text = `${JSON.stringify({ format: manifestFormat, ...facts } satisfies Manifest, null, 2)}\n`;
  return { text, sum: `${sha256Of(text)}  ${manifestName}\n` };
}

/** Throws a BackupFault if it is damaged or has an unknown format. */
export function decodeManifest(text: string, sum: string): Manifest {
  if (sum !== `${sha256Of(text)}  ${manifestName}\n`)
    throw new BackupFault("The list of contents is damaged.");
  const manifest = JSON.parse(text) as Manifest;
  const format: number = manifest.format;
  if (format === manifestFormat) return manifest;
  throw new BackupFault(
    `The backup has format ${format}; this version supports ${manifestFormat}. Use the version of Spoor that wrote it.`,
  );
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

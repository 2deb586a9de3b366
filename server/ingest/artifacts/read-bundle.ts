import { unzipSync, type UnzipFileInfo } from "fflate";
import { type ArtifactKind, artifactKinds } from "#server/domain/artifact/artifact.ts";
import { parseDebugId, tildeUrl } from "#server/domain/artifact/asset-name.ts";
import { isObject } from "#server/domain/json.ts";
import { textField } from "#server/domain/text-field.ts";

/**
 * A parsed bundle of files, as uploaded by a build tool. Untrusted; paths are names, never places
 * on disk.
 */
type BundleContent = {
  release?: string;
  dist?: string;
  /** Files in both the manifest and the archive. */
  files: BundleFile[];
};

export type BundleFile = {
  kind: ArtifactKind;
  /** `~/assets/index.js` */
  url: string;
  debugId?: string;
  sourceMapUrl?: string;
  content: Uint8Array;
};

type BundleLimits = { entries: number; entryBytes: number; expandedBytes: number };

/**
 * In addition to the 64 MiB limit of a bundle. Source maps of 32 MiB exist; larger files are rarely
 * source maps.
 */
export const bundleLimits: BundleLimits = {
  entries: 2_000,
  entryBytes: 32 << 20,
  expandedBytes: 128 << 20,
};

/**
 * Reads a source bundle (Sentry's artifact bundles): `SYSB`, a version, then a zip archive with
 * offsets from the bundle's start and a `manifest.json`. A plain zip archive is also accepted.
 * Returns a message for an unusable one. Sizes in the archive are checked before unpacking, and an
 * entry gets no more memory than it declares.
 */
export function readBundle(
  bytes: Uint8Array,
  limits: BundleLimits = bundleLimits,
): BundleContent | { fault: string } {
  const unpacked = unpack(bytes, limits);
  if ("fault" in unpacked) return unpacked;
  const { entries } = unpacked;
  const manifest = readManifest(entries["manifest.json"]);
  if (!manifest) return { fault: "The manifest.json of the bundle is missing or invalid." };
  const files = Object.entries(manifest.files).flatMap(([path, about]) => {
    const content = entries[path];
    return content && isObject(about) ? fileOf(about, content) : [];
  });
  return {
    ...textField("release", manifest.release, 1_000),
    ...textField("dist", manifest.dist, 1_000),
    files,
  };
}

type Unpacked = { entries: { [path: string]: Uint8Array } };

function unpack(bytes: Uint8Array, limits: BundleLimits): Unpacked | { fault: string } {
  const sizes = { entries: 0, bytes: 0 };
  const fault = { sentence: "" };
  const allow = ({ name, originalSize }: UnzipFileInfo) => {
    sizes.entries += 1;
    sizes.bytes += originalSize;
    fault.sentence ||= tooMuch(name, originalSize, sizes, limits);
    return fault.sentence === "";
  };
  try {
    const entries = unzipSync(bytes, { filter: allow });
    return fault.sentence ? { fault: fault.sentence } : { entries };
  } catch {
    return { fault: fault.sentence || "The bundle is not a valid zip archive." };
  }
}

const mebibytes = (bytes: number) => `${Math.round(bytes / (1 << 20))} MiB`;

function tooMuch(
  name: string,
  size: number,
  sizes: { entries: number; bytes: number },
  limits: BundleLimits,
): string {
  if (sizes.entries > limits.entries) return `The bundle has more than ${limits.entries} files.`;
  if (size > limits.entryBytes)
    return `“${name.slice(0, 200)}” unpacks to ${mebibytes(size)}. The maximum per file is ${mebibytes(limits.entryBytes)}.`;
  if (sizes.bytes > limits.expandedBytes)
    return `The bundle unpacks to more than ${mebibytes(limits.expandedBytes)}.`;
  return "";
}

type Manifest = { release?: unknown; dist?: unknown; files: { [path: string]: unknown } };

function readManifest(bytes: Uint8Array | undefined): Manifest | undefined {
  if (!bytes) return undefined;
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isObject(json) && isObject(json.files) ? (json as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(about: { [key: string]: unknown }, content: Uint8Array): BundleFile[] {
  if (typeof about.url !== "string" || about.url === "") return [];
  const headers = new Map(
    Object.entries(isObject(about.headers) ? about.headers : {}).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return [
    {
      kind: artifactKinds.find((kind) => kind === about.type) ?? "other",
      url: tildeUrl(about.url),
      ...debugIdField(headers.get("debug-id")),
      ...textField("sourceMapUrl", headers.get("sourcemap"), 1_000),
      content,
    },
  ];
}

function debugIdField(value: unknown): { debugId?: string } {
  const debugId = parseDebugId(value);
  return debugId === undefined ? {} : { debugId };
}

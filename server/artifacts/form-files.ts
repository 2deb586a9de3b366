import { tildeUrl } from "#server/domain/artifact/asset-name.ts";
import { readSourceMap, SourceMap } from "#server/domain/source-map/source-map.ts";
import { bundleLimits } from "#server/ingest/artifacts/read-bundle.ts";
import type { NewArtifact } from "#server/storage/artifacts/artifact-store.ts";
import { debugIdOfMap, debugIdOfScript, inlineContent, sourceMapUrlOf } from "./file-marks.ts";

/** A file as sent by a browser. Its name is only used in a URL. */
export type SentFile = { name: string; content: Uint8Array };

/** Manually selected files with their metadata, or a message about the first unusable one. */
export function namedFiles(
  sent: SentFile[],
  prefix: string,
): { named: NewArtifact[] } | { fault: string } {
  if (sent.length === 0)
    return { fault: "Select the .js files of the build and their .map files." };
  if (sent.length > bundleLimits.entries)
    return { fault: `Select at most ${bundleLimits.entries} files.` };
  const named: NewArtifact[] = [];
  for (const file of sent) {
    const outcome = nameFile(file, prefix);
    if (typeof outcome === "string") return { fault: outcome };
    named.push(...outcome);
  }
  if (!named.some(({ kind }) => kind === "source_map"))
    return { fault: "These files include no source map. Select the .map files, too." };
  return { named: withPartners(named) };
}

function nameFile({ name, content }: SentFile, prefix: string): NewArtifact[] | string {
  const bare = name.replace(/^.*[\\/]/s, "").slice(0, 200);
  if (content.byteLength > bundleLimits.entryBytes)
    return `${bare} is larger than ${bundleLimits.entryBytes >> 20} MiB, the maximum per file.`;
  const url = tildeUrl(`${prefix.replace(/[?#].*$/s, "").replace(/\/*$/, "")}/${bare}`);
  if (/\.map$/i.test(bare)) return mapOf(bare, url, content);
  if (!/\.[cm]?js$/i.test(bare))
    return `${bare} is neither a script (.js) nor a source map (.map).`;
  return scriptOf(bare, url, content);
}

function scriptOf(name: string, url: string, content: Uint8Array): NewArtifact[] | string {
  const debugId = debugIdOfScript(content);
  const script: NewArtifact = {
    kind: "minified_source",
    url,
    content,
    ...(debugId && { debugId }),
  };
  const sourceMapUrl = sourceMapUrlOf(content);
  if (!sourceMapUrl?.startsWith("data:"))
    return [{ ...script, ...(sourceMapUrl && { sourceMapUrl }) }];
  const maps = mapOf(`The inline source map of ${name}`, `${url}.map`, inlineContent(sourceMapUrl));
  return typeof maps === "string" ? maps : [script, ...maps];
}

/**
 * Checked immediately, while the user can select another file. Maps from tools are checked when
 * needed.
 */
function mapOf(name: string, url: string, content: Uint8Array): NewArtifact[] | string {
  const map = readSourceMap(Buffer.from(content).toString("utf8"), url);
  if (!(map instanceof SourceMap)) return `${name} is not a valid source map. ${map.fault}`;
  const debugId = debugIdOfMap(content);
  return [{ kind: "source_map", url, content, ...(debugId && { debugId }) }];
}

/** If only the script or its map has a debug ID, both get it. */
function withPartners(files: NewArtifact[]): NewArtifact[] {
  const ids = new Map(
    files.flatMap(({ url, debugId }) => (debugId === undefined ? [] : [[url, debugId] as const])),
  );
  return files.map((file) => {
    const partner =
      file.kind === "source_map" ? file.url.replace(/\.map$/i, "") : `${file.url}.map`;
    const debugId = file.debugId ?? ids.get(partner);
    return debugId === undefined ? file : { ...file, debugId };
  });
}

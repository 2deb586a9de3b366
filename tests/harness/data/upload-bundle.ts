import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { owner, type TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

export type BundleEntry = {
  type: "minified_source" | "source_map";
  debugId: string;
  content: string;
};

/**
 * Uploads files as `~/NAME` like a build tool: chunks, then a bundle of them. Tests may pass
 * invalid files.
 */
export async function uploadBundle(
  spoor: Spoor,
  project: TestProject,
  files: { [name: string]: BundleEntry },
): Promise<void> {
  const words = ["token", "create", "--user", owner.email, "--scopes", "release:write"];
  const { token } = (await spoor.run(...words)) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const base = `${spoor.url}/api/0/organizations/spoor`;
  const bytes = bundleArchive(files);
  const digest = createHash("sha1").update(bytes).digest("hex");
  const chunks = new FormData();
  chunks.append("file", new Blob([bytes as BlobPart]), digest);
  await fetch(`${base}/chunk-upload/`, { method: "POST", headers, body: chunks });
  const body = JSON.stringify({ checksum: digest, chunks: [digest], projects: [project.slug] });
  const answer = await fetch(`${base}/artifactbundle/assemble/`, { method: "POST", headers, body });
  const { state, detail } = (await answer.json()) as { state: string; detail: string | null };
  if (state !== "ok") throw new Error(`The bundle is ${state}: ${detail}`);
}

/** The bundle as sent: a zip with a manifest. */
export function bundleArchive(files: { [name: string]: BundleEntry }): Uint8Array {
  const about = ([name, { type, debugId }]: [string, BundleEntry]) => [
    name,
    { type, url: `~/${name}`, headers: { "debug-id": debugId } },
  ];
  const manifest = JSON.stringify({ files: Object.fromEntries(Object.entries(files).map(about)) });
  const contents = Object.entries(files).map(([name, { content }]) => [name, strToU8(content)]);
  return zipSync({ ...Object.fromEntries(contents), "manifest.json": strToU8(manifest) });
}

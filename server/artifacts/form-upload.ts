import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Bundle } from "#server/domain/artifact/artifact.ts";
import { readForm, type WrongForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore, NewArtifact } from "#server/storage/artifacts/artifact-store.ts";
import { namedFiles, type SentFile } from "./form-files.ts";

/**
 * A received multipart form: built files and their maps in `files`, plus `release`, `dist`, and
 * `prefix`.
 */
export type FormUpload = {
  projectId: ProjectId;
  contentType: string;
  body: Uint8Array;
  at: number;
};

const text = (most: number, fallback = "") =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.trim(),
    v.maxLength(most, `Use at most ${most} characters.`),
  );

const fields = v.object({ release: text(200), dist: text(64), prefix: text(500, "~/") });

/**
 * Stores the files as a complete bundle, or returns the field's error. Runs on the artifact thread.
 */
export async function takeForm(
  artifacts: ArtifactStore,
  upload: FormUpload,
): Promise<Bundle | WrongForm> {
  const form = await readMultipart(upload);
  if (!form) return wrongForm({ files: "The form arrived incomplete. Submit it again." }, {});
  const read = readForm(fields, form);
  if (!read.ok) return read;
  const { release, dist, prefix } = read.fields;
  const wrong = (errors: WrongForm["errors"]) => wrongForm(errors, { release, dist, prefix });
  const sent = await sentFiles(form);
  const files = namedFiles(sent, prefix);
  if ("fault" in files) return wrong({ files: files.fault });
  if (release === "" && files.named.every(({ debugId }) => debugId === undefined))
    return wrong({
      release: "None of these files has a debug ID. Enter the release of the events.",
    });
  return keep(
    artifacts,
    upload,
    { ...(release && { release }), ...(dist && { dist }) },
    files.named,
  );
}

async function readMultipart({ contentType, body }: FormUpload): Promise<FormData | undefined> {
  try {
    return await new Response(Buffer.from(body), {
      headers: { "content-type": contentType },
    }).formData();
  } catch {
    return undefined;
  }
}

/** Browsers send an empty file without a name if none was selected. */
async function sentFiles(form: FormData): Promise<SentFile[]> {
  const files = form
    .getAll("files")
    .filter((each) => typeof each !== "string" && (each.name !== "" || each.size > 0));
  return Promise.all(
    files.map(async (file) => ({
      name: (file as File).name,
      content: await bytesOf(file as File),
    })),
  );
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

type Labels = { release?: string; dist?: string };

async function keep(
  artifacts: ArtifactStore,
  { projectId, at }: FormUpload,
  labels: Labels,
  files: NewArtifact[],
): Promise<Bundle> {
  const byteLength = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  const checksum = checksumOf(labels, files);
  const opened = { projectId, checksum, ...labels, uploadedBy: "form", uploadedAt: at, byteLength };
  const bundle = await artifacts.openBundle(opened);
  // Uploading the same files again returns the same bundle.
  if (bundle.state.state !== "ready")
    await artifacts.settleBundle(bundle, { state: "ready" }, files);
  return { ...bundle, state: { state: "ready" }, fileCount: files.length };
}

function checksumOf({ release = "", dist = "" }: Labels, files: NewArtifact[]): string {
  const hash = createHash("sha1").update(`form\n${release}\n${dist}\n`);
  for (const { url, content } of files)
    hash.update(`${url}\n${content.byteLength}\n`).update(content);
  return hash.digest("hex");
}

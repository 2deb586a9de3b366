import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

// Recordings of real SDKs, stored beside the checkout.
const folder = fileURLToPath(new URL("../../../../shared/captures", import.meta.url));
const recordedKey = "0123456789abcdef0123456789abcdef";

/** Names of the sessions; none without the sample folder. */
export const recordedSessions: string[] = existsSync(folder)
  ? readdirSync(folder).filter((name) => /^(sdk|csp)-/.test(name))
  : [];

export type RecordedRequest = { method: string; url: string; headers: Record<string, string> };

export function* readSession(name: string): Generator<{ request: RecordedRequest; body: Buffer }> {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith(".request.json"));
  for (const file of files.toSorted()) {
    const request = JSON.parse(readFileSync(join(folder, name, file), "utf8")) as RecordedRequest;
    yield {
      request,
      body: readFileSync(join(folder, name, file.replace(".request.json", ".body"))),
    };
  }
}

/** Sends the recorded request to this project. */
export function replay(
  spoor: Spoor,
  project: TestProject,
  request: RecordedRequest,
  body: Buffer,
): Promise<Response> {
  const url = request.url
    .replace("/api/42/", `/api/${project.id}/`)
    .replaceAll(recordedKey, project.publicKey);
  const headers = new Headers();
  for (const [key, value] of Object.entries(request.headers)) {
    if (
      !/^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/i.test(key)
    ) {
      headers.set(key, value.replaceAll(recordedKey, project.publicKey));
    }
  }
  return fetch(spoor.url + url, {
    method: request.method,
    headers,
    body: rewriteDsn(body, project) as BodyInit,
  });
}

/** Plain bodies may contain the recorded DSN (tunnel, Ruby); compressed ones are unchanged. */
function rewriteDsn(body: Buffer, project: TestProject): Buffer {
  const text = body.toString("latin1");
  if (!text.startsWith("{")) return body;
  const dsn = project.dsn.replace("http://", "");
  return Buffer.from(
    text.replaceAll(/[0-9a-f]{32}@[\w.:]+\/42/g, dsn).replaceAll(recordedKey, project.publicKey),
    "latin1",
  );
}

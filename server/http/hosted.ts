import type { Problem } from "#server/domain/problem.ts";
import type { Asking } from "./viewer.ts";

/**
 * Converts a `fetch` request to the parts needed from an Express request. The client's address is
 * unknown.
 */
export function askingOf(request: Request, publicUrl: string): Asking {
  const get = (name: string) => request.headers.get(name) ?? undefined;
  const secure = publicUrl.startsWith("https:");
  return { method: request.method, secure, baseUrl: "", headers: { cookie: get("cookie") }, get };
}

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Why a form is rejected; undefined if accepted. Checks the declared length: the host limits the
 * actual one.
 */
export function formProblem({ method, headers }: Request, formBytes: number): Problem | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  if (method !== "POST") return { problem: "wrong-method", detail: "Use GET, HEAD, or POST." };
  const type = headers.get("content-type");
  if (type !== null && !formTypes.test(type))
    return {
      problem: "unsupported",
      detail: "Send a form: application/x-www-form-urlencoded or multipart/form-data.",
    };
  const isUpload = type !== null && /^multipart/i.test(type);
  const isLarge = !isUpload && Number(headers.get("content-length")) > formBytes;
  return isLarge
    ? { problem: "too-large", detail: `The form is larger than ${formBytes / 1024} KiB.` }
    : undefined;
}

/** A plain response when no page can be rendered. */
export const sentence = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });

/**
 * The response with our headers; existing ones are kept. Pages are private and revalidated each
 * time.
 */
export function withHeaders(answer: Response, ours: Headers): Response {
  const headers = new Headers(ours);
  headers.set("Cache-Control", "private, no-cache");
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  }
  return new Response(answer.body, {
    status: answer.status,
    statusText: answer.statusText,
    headers,
  });
}

import { Buffer } from "node:buffer";
import type { Problem } from "#server/domain/problem.ts";
import { decodeBody } from "./body.ts";
import { type Limits, printBytes } from "./limits.ts";
import type { IngestRequest } from "./request.ts";
import { isProblem } from "#server/domain/problem.ts";

/**
 * Fields and files of a form, urlencoded or multipart, of at most `maxBytes`; otherwise, a problem.
 */
export async function readFormBody(
  request: IngestRequest,
  limits: Limits,
  maxBytes: number,
): Promise<FormData | Problem> {
  const { headers } = request;
  const type = headers["content-type"] ?? "";
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return {
      problem: "unsupported",
      detail: "Send a form: application/x-www-form-urlencoded or multipart/form-data.",
    };
  const body = decodeBody(request.body, headers["content-encoding"], {
    ...limits,
    decompressed: maxBytes,
  });
  if (isProblem(body)) return body;
  if (body.byteLength > maxBytes)
    return {
      problem: "too-large",
      detail: `The form is larger than the limit of ${printBytes(maxBytes)}.`,
    };
  try {
    return await new Response(Buffer.from(body), { headers: { "content-type": type } }).formData();
  } catch {
    return {
      problem: "malformed",
      detail: "The form cannot be parsed: its parts don't match its boundary.",
    };
  }
}

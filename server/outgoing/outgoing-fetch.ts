import { isOutgoingFailure, type Outgoing } from "./outgoing.ts";

/** The part of `fetch` that sign-in libraries use. */
type OutgoingFetch = (
  url: string,
  options?: { method?: string; headers?: HeadersInit; body?: unknown; redirect?: string },
) => Promise<Response>;

/**
 * `fetch` on top of `Outgoing`, for libraries that accept one. Throws like `fetch` if there is no
 * response.
 */
export function outgoingFetch(outgoing: Outgoing): OutgoingFetch {
  return async (url, { method, headers, body, redirect } = {}) => {
    const answer = await outgoing({
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(method !== undefined && { method }),
      ...(redirect !== undefined && redirect !== "follow" && { redirects: 0 }),
      ...(body !== undefined &&
        body !== null && { body: body instanceof Uint8Array ? body : bodyText(body) }),
    });
    if (isOutgoingFailure(answer)) throw new TypeError(`fetch failed: ${answer.detail}`);
    const { status, headers: heard, body: bytes } = answer;
    const isBodiless = status === 204 || status === 205 || status === 304;
    return new Response(isBodiless ? null : new Uint8Array(bytes), { status, headers: heard });
  };
}

/** Sign-in libraries send forms. */
function bodyText(body: unknown): string {
  if (typeof body === "string" || body instanceof URLSearchParams) return String(body);
  throw new TypeError("Only text, forms, and bytes can be sent.");
}

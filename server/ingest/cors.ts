const allowedHeaders = [
  "x-sentry-auth",
  "x-requested-with",
  "x-forwarded-for",
  "origin",
  "referer",
  "accept",
  "content-type",
  "authentication",
  "authorization",
  "content-encoding",
  "transfer-encoding",
  "sentry-trace",
  "baggage",
  "traceparent",
  "tracestate",
  "x-csrftoken",
].join(", ");

/**
 * For every response of ingestion, including refusals and OPTIONS (204, no body): otherwise,
 * browsers hide error details from developers. Any origin, because the key in a page's source is
 * public anyway.
 */
export function corsHeaders(): { [name: string]: string } {
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST, GET, OPTIONS",
    "access-control-allow-headers": allowedHeaders,
    "access-control-expose-headers": "x-sentry-error, x-sentry-rate-limits, retry-after",
    "access-control-max-age": "86400",
    // Helmet's default would keep other origins from reading the response, and the GIF from
    // loading.
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
}

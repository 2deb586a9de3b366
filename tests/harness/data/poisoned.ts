import { randomBytes } from "node:crypto";

/**
 * Text that would run if a page treated it as markup, an attribute, a script, or a URL. It calls
 * `hit()`.
 */
export const poisons = {
  markup: `"'></title></script><script>hit()</script><img src=x onerror=hit()><svg onload=hit()>`,
  attribute: `" onmouseover="hit()" autofocus onfocus="hit()" style="background:url(javascript:hit())" x='`,
  address: "javascript:hit()//https://x.example/<img src=x onerror=hit()>",
  template:
    "</script><!--{{constructor.constructor('hit()')()}}${hit()}\u2028\u2029]]>--><script>hit()//",
} as const;

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

/** An event with hostile text in every field that SDKs fill. */
export function poisonedEvent(poison: string): { event_id: string } & Record<string, unknown> {
  const pairs = { [poison]: poison, [`${poison}2`]: [poison, { [poison]: poison }] };
  const frame = {
    function: poison,
    filename: poison,
    abs_path: poison,
    module: poison,
    package: poison,
    context_line: poison,
    pre_context: [poison],
    post_context: [poison],
    vars: pairs,
    lineno: 1,
    colno: 2,
  };
  const frames = [
    { ...frame, in_app: true },
    { ...frame, function: `${poison}2`, in_app: false },
  ];
  const crumb = { type: poison, category: poison, message: poison, level: poison, data: pairs };
  return {
    event_id: hex(16),
    platform: "javascript",
    level: "error",
    logger: poison,
    server_name: poison,
    release: poison.replaceAll("/", "-"),
    dist: poison,
    environment: poison,
    transaction: poison,
    exception: {
      values: [1, 2].map((number) => ({
        type: `${poison}${number}`,
        value: poison,
        module: poison,
        stacktrace: { frames },
        mechanism: {
          type: poison,
          handled: false,
          description: poison,
          help_link: poison,
          data: pairs,
        },
      })),
    },
    threads: { values: [{ id: poison, name: poison, current: true, stacktrace: { frames } }] },
    breadcrumbs: [
      crumb,
      { ...crumb, category: "navigation", data: { from: poison, to: poison } },
      { ...crumb, category: "fetch", data: { url: poison, method: poison, status_code: poison } },
      { ...crumb, category: "ui.click" },
    ],
    request: {
      url: poison,
      method: poison,
      query_string: poison,
      data: pairs,
      cookies: pairs,
      env: pairs,
      headers: { ...pairs, "User-Agent": poison, Referer: poison },
    },
    user: { id: poison, email: poison, username: poison, name: poison, ...pairs },
    tags: { [poison.slice(0, 150)]: poison.slice(0, 150), url: poison, browser: poison },
    contexts: {
      browser: { name: poison, version: poison },
      os: { name: poison },
      device: { model: poison },
      runtime: { name: poison },
      [poison]: pairs,
      trace: { trace_id: hex(16), span_id: hex(8), op: poison },
      feedback: { message: poison, contact_email: poison, name: poison, url: poison },
    },
    extra: pairs,
    modules: { [poison]: poison },
    fingerprint: [poison],
    sdk: { name: poison, version: poison },
    debug_meta: { images: [{ type: "sourcemap", code_file: poison, debug_id: poison }] },
  };
}

/** A policy violation report as browsers send it. */
export const poisonedCsp = (poison: string) => ({
  "csp-report": {
    "document-uri": poison,
    referrer: poison,
    "blocked-uri": poison,
    "violated-directive": poison,
    "effective-directive": poison,
    "original-policy": poison,
    "source-file": poison,
    "script-sample": poison,
  },
});

/** The other envelope items, which are shown or counted. */
export const poisonedItems = (poison: string): string =>
  [
    [
      { type: "attachment", filename: poison, content_type: "text/html", length: 24 },
      "<script>hit()</script>  ",
    ],
    [
      { type: "session" },
      JSON.stringify({
        sid: poison,
        status: "crashed",
        attrs: { release: poison, environment: poison },
      }),
    ],
    [
      { type: "check_in" },
      JSON.stringify({
        check_in_id: hex(16),
        monitor_slug: poison,
        status: "error",
        environment: poison,
        release: poison,
        monitor_config: { schedule: { type: "crontab", value: "30 2 * * *" } },
      }),
    ],
    [
      { type: "feedback" },
      JSON.stringify({
        event_id: hex(16),
        environment: poison,
        release: poison.replaceAll("/", "-"),
        request: { url: poison },
        contexts: {
          feedback: { message: poison, contact_email: poison, name: poison, url: poison },
        },
      }),
    ],
    [
      { type: "user_report" },
      JSON.stringify({ event_id: hex(16), name: poison, email: poison, comments: poison }),
    ],
    [{ type: poison }, "{}"],
    [
      { type: "client_report" },
      JSON.stringify({ discarded_events: [{ reason: poison, category: poison, quantity: 3 }] }),
    ],
  ]
    .map(([header, body]) => `${JSON.stringify(header)}\n${String(body)}\n`)
    .join("");

/**
 * A trace with hostile text everywhere: resource, scope, names, attributes, events, links, status.
 */
export function poisonedTrace(
  poison: string,
  startsAt: number,
): { traceId: string; spanIds: string[]; body: object } {
  const traceId = hex(16);
  const spanIds = [hex(8), hex(8), hex(8)];
  const at = (offsetMs: number) => String(BigInt(startsAt + offsetMs) * 1_000_000n);
  const attribute = (key: string) => ({ key, value: { stringValue: poison } });
  const names = [
    "http.route",
    "http.request.method",
    "url.full",
    "url.path",
    "db.query.text",
    "user.id",
    "exception.type",
    "react_router.kind",
    "react_router.route.id",
    "react_router.route.path",
    "code.function.name",
    poison,
  ];
  const attributes = names.map(attribute);
  const spans = spanIds.map((spanId, index) => ({
    traceId,
    spanId,
    parentSpanId: index === 0 ? "" : spanIds[0],
    name: poison,
    kind: index === 0 ? 2 : 1,
    startTimeUnixNano: at(index),
    endTimeUnixNano: at(100 - index),
    attributes,
    traceState: poison,
    status: { code: 2, message: poison },
    events: [
      {
        name: "exception",
        timeUnixNano: at(5),
        attributes: ["exception.type", "exception.message", "exception.stacktrace"].map(attribute),
      },
      { name: poison, timeUnixNano: at(6), attributes },
    ],
    links: [{ traceId: hex(16), spanId: hex(8), traceState: poison, attributes }],
  }));
  const resource = [
    "service.name",
    "service.version",
    "deployment.environment.name",
    "telemetry.sdk.name",
    poison,
  ];
  const scope = { name: poison, version: poison, attributes };
  const body = {
    resourceSpans: [
      {
        resource: { attributes: resource.map(attribute) },
        scopeSpans: [{ scope, spans }],
        schemaUrl: poison,
      },
    ],
  };
  return { traceId, spanIds, body };
}

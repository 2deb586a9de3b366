import { Chance } from "./chance.ts";
import { sampleFrames } from "./sample-stack.ts";

/**
 * An error event as `@sentry/node` sends it, without its ID: about 25 kB of JSON, 6 kB compressed.
 * The stack depends on `issue` only, so that events of a number share an issue; the rest varies
 * with `variation` as between real requests.
 */
export function sampleEvent(issue: number, variation: number, now: number): object {
  const chance = new Chance(issue * 7919 + variation * 104_729 + 17);
  const customer = 1 + chance.below(4000);
  return {
    timestamp: now / 1000 - chance.below(1000) / 1000,
    platform: "node",
    level: "error",
    environment: "production",
    release: "shop@2.14.0",
    server_name: `shop-${chance.below(6)}`,
    transaction: `GET /orders/:order/step-${issue}`,
    exception: { values: exceptions(issue, chance) },
    breadcrumbs: Array.from({ length: 36 }, (_, i) => breadcrumb(chance, now / 1000 - 36 + i)),
    request: request(chance, issue, customer),
    user: {
      id: String(customer),
      email: `customer${customer}@example.com`,
      ip_address: "{{auto}}",
    },
    tags: {
      plan: chance.pick(["free", "team", "pro"]),
      region: chance.pick(["eu", "us", "ap"]),
      route: `step-${issue}`,
    },
    contexts: contexts(chance, now),
    extra: {
      order: { id: chance.below(1e6), lines: chance.below(12), voucher: chance.hex(12) },
      attempt: chance.below(4),
    },
    sdk: {
      name: "sentry.javascript.node",
      version: "11.11.0",
      integrations,
      packages: [{ name: "npm:@sentry/node", version: "11.11.0" }],
    },
    modules,
  };
}

/** The stack uses the issue's own random generator. */
function exceptions(issue: number, chance: Chance): object[] {
  const fixed = new Chance(issue * 31 + 5);
  const mechanism = { type: "middleware.express", handled: false };
  const cause = `connect ECONNREFUSED 10.0.${chance.below(200)}.${chance.below(200)}:5432`;
  return [
    {
      type: "DatabaseError",
      value: cause,
      stacktrace: { frames: sampleFrames(fixed, 8) },
      mechanism: { type: "chained", handled: true, exception_id: 1, parent_id: 0, source: "cause" },
    },
    {
      type: `Step${issue}Error`,
      value: `order ${chance.below(1e6)} could not be confirmed`,
      stacktrace: { frames: sampleFrames(fixed, 19) },
      mechanism,
    },
  ];
}

function breadcrumb(chance: Chance, timestamp: number): object {
  const path = `/v2/${chance.pick(["orders", "stock", "prices", "customers", "carts"])}/${chance.below(1e6)}`;
  return chance.pick([
    () => ({
      timestamp,
      type: "http",
      category: "http",
      data: {
        url: `https://api.example.com${path}`,
        "http.method": "GET",
        status_code: chance.pick([200, 200, 304, 404]),
        "http.response_content_length": chance.below(9000),
      },
    }),
    () => ({
      timestamp,
      category: "console",
      level: "info",
      message: `resolved ${path} in ${chance.below(900)} ms`,
      data: { logger: "console" },
    }),
    () => ({
      timestamp,
      category: "query",
      message: `SELECT * FROM ${chance.pick(["orders", "stock", "customers"])} WHERE id = $1 AND tenant = $2`,
      data: { rows: chance.below(40) },
    }),
  ])();
}

function request(chance: Chance, issue: number, customer: number): object {
  return {
    url: `https://shop.example.com/orders/${chance.below(1e6)}/step-${issue}?customer=${customer}`,
    method: "GET",
    query_string: `customer=${customer}`,
    headers: {
      host: "shop.example.com",
      "user-agent": `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${140 + chance.below(16)}.0.0.0 Safari/537.36`,
      accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "accept-language": "en-GB,en;q=0.9",
      "x-request-id": chance.hex(32),
      "x-forwarded-for": `198.51.100.${chance.below(255)}`,
    },
  };
}

function contexts(chance: Chance, now: number): object {
  return {
    trace: {
      trace_id: chance.hex(32),
      span_id: chance.hex(16),
      parent_span_id: chance.hex(16),
      op: "http.server",
    },
    app: {
      app_start_time: new Date(now - 3_600_000).toISOString(),
      app_memory: 90e6 + chance.below(9e7),
      free_memory: 1e9 + chance.below(1e9),
    },
    os: { name: "Debian", version: "12.11", kernel_version: "6.1.0-40-amd64" },
    device: {
      arch: "x64",
      memory_size: 8_201_523_200,
      free_memory: 1e9 + chance.below(1e9),
      processor_count: 4,
      cpu_description: "AMD EPYC",
      processor_frequency: 2400,
    },
    runtime: { name: "node", version: "v24.21.0" },
    culture: { locale: "en-GB", timezone: "Europe/Vienna" },
    cloud_resource: {},
  };
}

const integrations = [
  "EventFilters",
  "FunctionToString",
  "LinkedErrors",
  "Dedupe",
  "RequestData",
  "Console",
  "Http",
  "NodeFetch",
  "OnUncaughtException",
  "OnUnhandledRejection",
  "ContextLines",
  "Context",
  "ChildProcess",
  "ProcessSession",
  "Modules",
  "Express",
  "Postgres",
  "Redis",
];

const modules = Object.fromEntries(
  "accepts body-parser bytes compression content-type cookie debug depd destroyer encodeurl etag express finalhandler fresh helmet http-errors iconv-lite ipaddr mime-types morgan negotiator on-finished parseurl pg pg-pool pino proxy-addr qs raw-body redis router send serve-static statuses type-is undici unpipe vary zod"
    .split(" ")
    .map((name, i) => [name, `${1 + (i % 5)}.${(i * 7) % 20}.${(i * 3) % 9}`]),
);

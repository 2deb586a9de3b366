import type { ShopBundle } from "./shop-bundle.ts";
import type { ShopError, StackStep } from "./shop-error.ts";
import type { Shopper } from "./shop-people.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { shopOrigin } from "./shop-visits.ts";

/** One event of an error, as its SDK sends it. */
type ErrorOccurrence = {
  error: ShopError;
  at: number;
  release: string;
  bundle: ShopBundle;
  shopper?: Shopper;
  trace?: { traceId: string; spanId: string };
};

export type SentEvent = {
  event_id: string;
  user?: Omit<Shopper, "userAgent">;
  contexts: object;
} & {
  [field: string]: unknown;
};

export function eventOf(random: SeededRandom, occurrence: ErrorOccurrence): SentEvent {
  const { error, at, release, shopper, trace, bundle } = occurrence;
  const { type, value, side, handled = false } = error;
  const exception = {
    type,
    value,
    mechanism: mechanismOf(side, handled),
    stacktrace: { frames: framesOf(error, bundle) },
  };
  const sent: SentEvent = {
    event_id: random.hex(32),
    timestamp: at / 1000,
    level: error.level ?? "error",
    environment: "production",
    release,
    platform: platforms[side],
    transaction: error.route,
    exception: { values: [exception] },
    contexts: contextsOf(side, trace ?? { traceId: random.hex(32), spanId: random.hex(16) }),
    tags: {
      ...error.tags,
      plan: random.pick(["free", "free", "plus"]),
      region: random.pick(["eu-central", "eu-west", "us-east"]),
    },
    sdk: sdks[side],
    breadcrumbs: breadcrumbsOf(error, at),
  };
  if (side === "browser")
    sent["debug_meta"] = {
      images: [{ type: "sourcemap", code_file: bundle.url, debug_id: bundle.debugId }],
    };
  if (side === "server") sent["server_name"] = `web-${1 + random.below(3)}`;
  if (side !== "python") sent["request"] = requestOf(error, shopper);
  if (!shopper) return sent;
  const { userAgent: _, ...user } = shopper;
  return { ...sent, user };
}

const platforms = { browser: "javascript", server: "node", python: "python" };
const sdks = {
  browser: { name: "sentry.javascript.react-router", version: "11.11.0" },
  server: { name: "sentry.javascript.node", version: "11.11.0" },
  python: { name: "sentry.python", version: "2.44.0" },
};

const mechanismOf = (side: ShopError["side"], handled: boolean) => ({
  type: handled ? "generic" : side === "browser" ? "onunhandledrejection" : "onuncaughtexception",
  handled,
});

function contextsOf(side: ShopError["side"], trace: { traceId: string; spanId: string }) {
  const runtime =
    side === "server"
      ? { runtime: { name: "node", version: "24.11.0" }, os: { name: "Linux", version: "6.12" } }
      : {};
  const python = side === "python" ? { runtime: { name: "CPython", version: "3.13.1" } } : {};
  return { trace: { trace_id: trace.traceId, span_id: trace.spanId }, ...runtime, ...python };
}

function requestOf({ route, side }: ShopError, shopper: Shopper | undefined) {
  const path = route
    .replace(":id", "118")
    .replace(":order", "2026-8841")
    .replace(":sku", "SKU-1042");
  const headers = {
    ...(shopper && { "User-Agent": shopper.userAgent }),
    ...(side === "server" && { Host: "shop.example" }),
  };
  return { url: `${shopOrigin}${path}`, method: route === "/register" ? "POST" : "GET", headers };
}

/** The outermost first, as SDKs send them. */
function framesOf(error: ShopError, bundle: ShopBundle): object[] {
  if (error.side === "python") return pythonFrames;
  const library = (error.library ?? []).map(({ function: name, file, line }) => ({
    function: name,
    filename: file,
    lineno: line,
    colno: 17,
    in_app: false,
  }));
  const inner =
    error.side === "server"
      ? library.filter(({ filename }) => !filename.includes("react-router"))
      : [];
  const around = library.filter((frame) => !inner.includes(frame));
  return [
    ...around.toReversed(),
    ...error.stack.map((each) =>
      error.side === "browser" ? minifiedFrame(each, bundle) : frameOf(each),
    ),
    ...inner,
  ];
}

function frameOf({ function: name, place, vars }: StackStep): object {
  const { file, line, column, text, before, after } = place;
  return {
    function: name,
    filename: `/srv/shop/${file}`,
    module: file,
    lineno: line,
    colno: column,
    in_app: true,
    pre_context: before,
    context_line: text,
    post_context: after,
    ...(vars && { vars }),
  };
}

function minifiedFrame({ place, function: name }: StackStep, bundle: ShopBundle): object {
  const { line, column } = bundle.at(place);
  return {
    function: name.slice(0, 1).toLowerCase(),
    filename: bundle.url,
    lineno: line,
    colno: column,
    in_app: true,
  };
}

const pythonFrames = [
  {
    function: "run",
    filename: "catalog_import.py",
    module: "catalog_import",
    lineno: 41,
    in_app: true,
    pre_context: ["def run(feed):", "    for row in feed:"],
    context_line: "        save(parse(row))",
    post_context: ["    commit()"],
    vars: { feed: "<Feed supplier=17>" },
  },
  {
    function: "parse",
    filename: "catalog_import.py",
    module: "catalog_import",
    lineno: 58,
    in_app: true,
    pre_context: ["def parse(row):"],
    context_line: '    return Product(sku=row["sku"], name=row["name"])',
    post_context: [],
    vars: { row: { name: "Rain coat", price: "89.00" } },
  },
];

function breadcrumbsOf({ route, side, stack }: ShopError, at: number): object[] {
  const crumb = (secondsBefore: number, category: string, more: object) => ({
    timestamp: at / 1000 - secondsBefore,
    category,
    ...more,
  });
  if (side === "python")
    return [crumb(12, "job", { message: "Feed of supplier 17 opened, 1,204 rows" })];
  if (side === "server")
    return [
      crumb(0.4, "query", {
        message: "SELECT * FROM sessions WHERE id = $1",
        data: { "db.system": "postgresql" },
      }),
      crumb(0.2, "query", {
        message: "SELECT * FROM cart_lines WHERE cart_id = $1",
        data: { "db.system": "postgresql" },
      }),
    ];
  return [
    crumb(31, "navigation", { data: { from: "/", to: "/shop/shoes" } }),
    crumb(9, "ui.click", { message: "main > ul.products > li > a" }),
    crumb(8.9, "navigation", { data: { from: "/shop/shoes", to: route.replace(":id", "118") } }),
    crumb(0.3, "fetch", {
      type: "http",
      data: {
        method: "GET",
        url: `${route.replace(":id", "118")}.data`,
        status_code: stack.length > 1 ? 200 : 500,
      },
    }),
  ];
}

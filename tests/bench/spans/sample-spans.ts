import type { Attributes, SpanKind } from "#server/domain/trace/span.ts";
import { Chance } from "../load/chance.ts";

/**
 * A span of an invented shop with the fields needed for bytes and summary. Times are microseconds
 * since the trace's start.
 */
export type SampleSpan = {
  service: string;
  id: Buffer;
  parent?: Buffer;
  name: string;
  kind: SpanKind;
  startUs: number;
  endUs: number;
  failed: boolean;
  attributes: Attributes;
};

/**
 * Spans of one request to the shop, its services, and its database, named and described as by
 * OpenTelemetry SDKs for Node and browsers: about 12 spans with 10 attributes each. Some values
 * repeat in every trace (methods, routes, hosts), some in few (customers), and some never
 * (addresses, ports, orders).
 */
export function sampleSpans(chance: Chance): SampleSpan[] {
  const made = new Request(chance);
  const fromBrowser = chance.below(10) < 3;
  const page = chance.pick(pages);
  const root = fromBrowser ? made.browser(page) : undefined;
  const request = made.server("web", page, root);
  for (const route of page.loaders) made.loader(route, request);
  if (page.calls) made.call(page.calls, request);
  return made.spans;
}

type Page = { route: string; loaders: string[]; tables: string[]; calls?: string };

const pages: Page[] = [
  { route: "/", loaders: ["root", "home"], tables: ["products", "banners"] },
  {
    route: "/products/:product",
    loaders: ["root", "shop", "product"],
    tables: ["products", "reviews"],
  },
  { route: "/search", loaders: ["root", "shop", "search"], tables: ["products"] },
  {
    route: "/cart",
    loaders: ["root", "shop", "cart"],
    tables: ["carts", "products"],
    calls: "/api/prices",
  },
  {
    route: "/checkout",
    loaders: ["root", "shop", "checkout"],
    tables: ["carts", "customers"],
    calls: "/api/orders",
  },
  {
    route: "/orders/:order",
    loaders: ["root", "account", "order"],
    tables: ["orders"],
    calls: "/api/orders/:order",
  },
  { route: "/account", loaders: ["root", "account"], tables: ["customers", "orders"] },
];

const agents = [
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148",
];

class Request {
  readonly spans: SampleSpan[] = [];
  readonly #chance: Chance;
  readonly #customer: string;
  readonly #order: string;
  readonly #agent: string;
  readonly #peer: string;
  #clockUs = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#customer = `c${1 + chance.below(50_000)}`;
    this.#order = String(1e6 + chance.below(9e6));
    this.#agent = chance.pick(agents);
    this.#peer = `10.${chance.below(4)}.${chance.below(256)}.${chance.below(256)}`;
  }

  browser({ route }: Page): SampleSpan {
    return this.#add("browser", `Navigation ${route}`, "internal", undefined, 0, {
      "browser.navigation.type": this.#chance.pick(["push", "pop", "replace"]),
      "url.path": this.#pathOf(route),
      "url.template": route,
      "session.id": this.#chance.hex(32),
      "user.id": this.#customer,
      "browser.language": this.#chance.pick(["de-DE", "en-GB", "en-US", "fr-FR"]),
      "browser.mobile": this.#agent.includes("Mobile"),
      "viewport.width": this.#chance.pick([390, 412, 1280, 1440, 1920]),
    });
  }

  server(
    service: string,
    page: Pick<Page, "route" | "tables">,
    parent: SampleSpan | undefined,
  ): SampleSpan {
    const method = this.#chance.below(5) === 0 ? "POST" : "GET";
    const status = this.#chance.pick([
      200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 302, 304, 404, 500,
    ]);
    const request = this.#add(service, `${method} ${page.route}`, "server", parent, 900, {
      "http.request.method": method,
      "http.route": page.route,
      "url.path": this.#pathOf(page.route),
      "url.scheme": "https",
      "server.address": `${service}.shop.example`,
      "server.port": 443,
      "client.address": this.#peer,
      "network.peer.port": 32_768 + this.#chance.below(28_000),
      "user_agent.original": this.#agent,
      "http.response.status_code": status,
      "enduser.id": this.#customer,
    });
    request.failed = status === 500;
    this.#add(service, "middleware - session", "internal", request, 300, {
      "express.name": "session",
      "express.type": "middleware",
      "http.route": page.route,
      "session.store": "redis",
      "session.isNew": false,
    });
    for (const table of page.tables) this.#query(service, table, request);
    return request;
  }

  loader(route: string, parent: SampleSpan): void {
    const loader = this.#add(parent.service, `loader ${route}`, "internal", parent, 700, {
      "react_router.route.id": `routes/${route}`,
      "react_router.route.kind": "loader",
      "react_router.route.depth": 1 + this.#chance.below(3),
      "react_router.result": "data",
      "code.function.name": "loader",
      "code.file.path": `app/routes/${route}.tsx`,
      "enduser.id": this.#customer,
    });
    this.#query(parent.service, this.#chance.pick(["sessions", "settings", "products"]), loader);
  }

  call(route: string, parent: SampleSpan): void {
    const call = this.#add(parent.service, "GET", "client", parent, 400, {
      "http.request.method": "GET",
      "url.full": `http://orders.shop.example:8080${this.#pathOf(route)}?customer=${this.#customer}`,
      "server.address": "orders.shop.example",
      "server.port": 8080,
      "http.response.status_code": 200,
      "network.protocol.version": "1.1",
      "network.peer.address": this.#chance.pick(["10.9.0.4", "10.9.0.5", "10.9.0.6"]),
      "network.peer.port": 8080,
    });
    this.server("orders", { route, tables: ["orders", "order_lines"] }, call);
  }

  #query(service: string, table: string, parent: SampleSpan): void {
    this.#add(service, `pg.query:SELECT ${service}`, "client", parent, 1_500, {
      "db.system.name": "postgresql",
      "db.namespace": service,
      "db.operation.name": "SELECT",
      "db.collection.name": table,
      "db.query.summary": `SELECT ${table}`,
      "db.query.text": `SELECT * FROM ${table} WHERE ${table}.id = $1 AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT 50`,
      "server.address": this.#chance.pick(["db-1.internal", "db-2.internal"]),
      "server.port": 5432,
      "db.client.connection.pool.name": `${service}-pool`,
      "db.response.returned_rows": this.#chance.below(51),
      "db.user": service,
    });
  }

  #add(
    service: string,
    name: string,
    kind: SpanKind,
    parent: SampleSpan | undefined,
    typicalUs: number,
    attributes: Attributes,
  ): SampleSpan {
    this.#clockUs += 20 + this.#chance.below(200);
    const startUs = this.#clockUs;
    this.#clockUs += Math.floor(typicalUs * (0.3 + this.#chance.below(1_000) / 400));
    const thread = {
      "thread.id": this.#chance.below(8),
      "thread.name": service === "browser" ? "main" : "worker",
    };
    const id = Buffer.from(this.#chance.hex(16), "hex");
    const span: SampleSpan = {
      service,
      id,
      name,
      kind,
      startUs,
      endUs: this.#clockUs,
      failed: false,
      ...(parent && { parent: parent.id }),
      attributes: { ...attributes, ...thread },
    };
    if (parent) parent.endUs = Math.max(parent.endUs, this.#clockUs + 50);
    this.spans.push(span);
    return span;
  }

  #pathOf(route: string): string {
    return route
      .replace(":product", `sku-${this.#chance.below(20_000)}`)
      .replace(":order", this.#order);
  }
}

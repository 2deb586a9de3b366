import { ask, type ReleaseIndex, query, services } from "./shop-services.ts";
import { type ShopRoute } from "./shop-route.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Shopper } from "./shop-people.ts";
import { drawTrace, type TraceDrawing, type TracePen } from "./trace-pen.ts";

/** How a request started: on the server alone, with a click on a page, or with a document. */
export type VisitKind = "request" | "navigation" | "document";

export type Visit = {
  kind: VisitKind;
  route: ShopRoute;
  startedAt: number;
  release: ReleaseIndex;
  isFailing: boolean;
  userAgent: string;
};

export const shopOrigin = "https://shop.example";

export function drawVisit(random: SeededRandom, visit: Visit): TraceDrawing {
  const { kind, route, startedAt, release, userAgent } = visit;
  const path = route.path(random);
  if (kind === "request") {
    const service = services.web(release);
    return drawTrace(random, startedAt, { ...serverSpan(visit, path), service }, (pen) =>
      serve(pen, visit, random),
    );
  }
  const service = services.browser(release);
  const root = {
    name:
      kind === "document"
        ? "document load"
        : `${route.method === "POST" ? "submit" : "navigate"} ${route.route}`,
    attributes: {
      "react_router.kind": kind === "document" ? "document" : "navigation",
      "http.route": route.route,
      "url.path": path,
      "user_agent.original": userAgent,
    },
  };
  return drawTrace(random, startedAt, { ...root, service }, (pen) => {
    pen.work(kind === "document" ? 6 : 2);
    const data =
      kind === "navigation" && route.method === "GET" ? `${path === "/" ? "/_" : path}.data` : path;
    pen.child(clientSpan(data, visit), (wire) => {
      wire.work(9);
      wire.child({ ...serverSpan(visit, data), service: services.web(release) }, (there) =>
        serve(there, visit, random),
      );
      wire.work(11);
    });
    if (kind === "document") loadScripts(pen, random, route);
    pen.work(8);
  });
}

function serve(pen: TracePen, { route, release, isFailing }: Visit, random: SeededRandom): void {
  route.draw(pen, { release, random, isFailing });
  pen.work(1);
  if (isFailing) pen.span.status = "error";
}

function serverSpan({ route, kind, isFailing, startedAt }: Visit, path: string) {
  return {
    name: `${route.method} ${route.route}`,
    kind: "server" as const,
    attributes: {
      "http.request.method": route.method,
      "http.route": route.route,
      "url.path": path,
      "http.response.status_code": isFailing ? 500 : 200,
      "react_router.request": kind === "document" || isBot(startedAt) ? "document" : "data",
    },
  };
}

/** A few clients request documents and run no scripts. */
const isBot = (startedAt: number): boolean => Math.round(startedAt) % 60 === 0;

function clientSpan(path: string, { kind, route: { method }, isFailing }: Visit) {
  const status = { "http.response.status_code": isFailing ? 500 : 200 };
  const asked = {
    "http.request.method": method,
    "url.full": `${shopOrigin}${path}`,
    "server.address": "shop.example",
  };
  const name = kind === "document" ? "document fetch" : `${method} ${path}`;
  return { name, kind: "client" as const, attributes: { ...asked, ...status } };
}

function loadScripts(pen: TracePen, random: SeededRandom, { route }: ShopRoute): void {
  const script = { "http.request.method": "GET", "url.full": `${shopOrigin}/assets/app.js` };
  pen.child({ name: "GET /assets/app.js", kind: "client", attributes: script }, (wire) =>
    wire.work(random.between(60, 140)),
  );
  const hydration = { "react_router.kind": "hydration", "http.route": route };
  pen.child({ name: "hydrate", attributes: hydration }, (inside) =>
    inside.work(random.between(50, 110)),
  );
}

/** The shop's server records the user on its span. */
export function signIn({ spans }: TraceDrawing, { id, email }: Shopper): void {
  const span = spans.find(({ kind }) => kind === "server")!;
  span.attributes = { ...span.attributes, "user.id": id, "user.email": email };
}

/** An order confirmation email, sent by a queue worker. */
export function drawMail(random: SeededRandom, startedAt: number): TraceDrawing {
  const attributes = {
    "messaging.system": "redis",
    "messaging.destination.name": "mail.send",
    "messaging.operation.type": "process",
  };
  const root = {
    name: "mail.send",
    kind: "consumer" as const,
    service: services.mailer,
    attributes,
  };
  return drawTrace(random, startedAt, root, (pen) => {
    ask(pen, query("SELECT * FROM orders WHERE id = $1", "orders"), 12);
    pen.child({ name: "render order-confirmation" }, (inside) => inside.work(38));
    pen.child(
      { name: "smtp.send", kind: "client", attributes: { "server.address": "smtp.internal" } },
      (wire) => wire.work(210),
    );
  });
}

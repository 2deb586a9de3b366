import type { Attributes } from "#server/domain/trace/span.ts";
import type { NewSpan, Service, TracePen } from "./trace-pen.ts";

/** The three versions of the shop deployed in the week, and of the stock service that it calls. */
export const shopReleases = ["web@2.3.0", "web@2.4.0", "web@2.4.1"] as const;
export type ReleaseIndex = 0 | 1 | 2;
const stockRelease = "stock@1.9.2";

const place = (name: string, version: string, language: string): Attributes => ({
  "service.name": name,
  "service.version": version,
  "deployment.environment.name": "production",
  "telemetry.sdk.language": language,
});

const serviceOf = (name: string, version: string, language: string): Service => ({
  name,
  resource: place(name, version, language),
});

// One object each: spans with the same resource object are grouped in a message.
const browsers = shopReleases.map((release) => serviceOf("browser", release, "webjs"));
const webs = shopReleases.map((release) => serviceOf("web", release, "nodejs"));
const stock = serviceOf("stock", stockRelease, "nodejs");
const mailer = serviceOf("mailer", "mailer@0.8.1", "nodejs");

export const services = {
  browser: (release: ReleaseIndex): Service => browsers[release]!,
  web: (release: ReleaseIndex): Service => webs[release]!,
  stock,
  mailer,
};

export const query = (text: string, table: string, operation = "SELECT"): NewSpan => ({
  name: `${operation} ${table}`,
  kind: "client",
  attributes: {
    "db.system.name": "postgresql",
    "db.namespace": "shop",
    "db.operation.name": operation,
    "db.collection.name": table,
    "db.query.text": text,
  },
});

/** A query with this duration. */
export const ask = (pen: TracePen, span: NewSpan, ms: number): void =>
  void pen.child(span, (inside) => inside.work(ms));

type Loader = { id: string; parent?: string; path?: string };

export const loader = ({ id, parent, path }: Loader, kind = "loader"): NewSpan => ({
  name: `${kind} ${id}`,
  attributes: {
    "react_router.kind": kind,
    "react_router.route.id": id,
    ...(path !== undefined && { "react_router.route.path": path }),
    ...(parent !== undefined && { "react_router.route.parent_id": parent }),
  },
});

/** A request from one service to another: the client's span, and the server's inside it. */
export function call(
  pen: TracePen,
  asked: { method: string; host: string; path: string; route: string; service: Service },
  inside: (pen: TracePen) => void,
): void {
  const { method, host, path, route, service } = asked;
  const client = {
    "http.request.method": method,
    "server.address": host,
    "url.full": `http://${host}${path}`,
  };
  pen.child(
    { name: method, kind: "client", attributes: { ...client, "http.response.status_code": 200 } },
    (wire) => {
      wire.work(1.5);
      const attributes = { "http.request.method": method, "http.route": route, "url.path": path };
      wire.child(
        {
          name: `${method} ${route}`,
          kind: "server",
          service,
          attributes: { ...attributes, "http.response.status_code": 200 },
        },
        inside,
      );
      wire.work(1.2);
    },
  );
}

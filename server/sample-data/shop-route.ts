import type { SeededRandom } from "./seeded-random.ts";
import { ask, loader, query, type ReleaseIndex, services } from "./shop-services.ts";
import type { TracePen } from "./trace-pen.ts";

/** The server's work for one request of a route. `isFailing`: it triggers the route's issue. */
export type RouteDraw = (
  pen: TracePen,
  facts: { release: ReleaseIndex; random: SeededRandom; isFailing: boolean },
) => void;

export type ShopRoute = {
  route: string;
  method: "GET" | "POST";
  /** Share of all requests. */
  weight: number;
  /** An address that matches the route. */
  path: (random: SeededRandom) => string;
  draw: RouteDraw;
};

export const root = (pen: TracePen): void => {
  pen.child(loader({ id: "root" }), (inside) => {
    inside.work(1);
    ask(inside, query("SELECT * FROM sessions WHERE id = $1", "sessions"), 2.2);
    inside.work(0.6);
  });
};

export const render = (pen: TracePen, ms: number): void =>
  void pen.child({ name: "render" }, (inside) => inside.work(ms));
export const stockCall = { method: "GET", host: "stock.internal", service: services.stock };

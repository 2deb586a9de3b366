import { render, root, type RouteDraw, stockCall } from "./shop-route.ts";
import { ask, call, loader, query } from "./shop-services.ts";
import type { TracePen } from "./trace-pen.ts";

export const failingQuery = query(
  "SELECT sku, quantity FROM stock_reservations WHERE cart_id = $1 AND released_at IS NULL FOR UPDATE",
  "stock_reservations",
);

/**
 * 2.4.1 requests payment methods only after the stock, sequentially; earlier versions requested
 * both in parallel.
 */
export const checkout: RouteDraw = (pen, { release, isFailing }) => {
  const availability = (inside: TracePen) =>
    call(inside, { ...stockCall, path: "/availability", route: "/availability" }, (there) => {
      there.work(4);
      ask(
        there,
        query("SELECT sku, quantity - reserved FROM stock WHERE sku = ANY($1)", "stock"),
        58,
      );
      there.work(2);
    });
  const methods = (inside: TracePen) => {
    const attributes = { "http.request.method": "GET", "server.address": "api.payments.example" };
    const url = {
      "url.full": "https://api.payments.example/v1/methods",
      "http.response.status_code": 200,
    };
    inside.child({ name: "GET", kind: "client", attributes: { ...attributes, ...url } }, (wire) =>
      wire.work(128),
    );
  };
  pen.work(2);
  pen.together([
    root,
    (own) =>
      void own.child(loader({ id: "routes/shop", parent: "root" }), (inside) => {
        inside.work(1);
        ask(inside, query("SELECT * FROM carts WHERE id = $1", "carts"), 9);
      }),
    (own) =>
      void own.child(
        loader({ id: "routes/checkout", parent: "routes/shop", path: "checkout" }),
        (inside) => {
          inside.work(3);
          ask(inside, query("SELECT * FROM cart_lines WHERE cart_id = $1", "cart_lines"), 18);
          if (isFailing) return failCheckout(inside);
          if (release === 2) {
            availability(inside);
            methods(inside);
          } else inside.together([availability, methods]);
          ask(inside, query("SELECT * FROM addresses WHERE user_id = $1", "addresses"), 11);
          inside.work(4);
        },
      ),
  ]);
  render(pen, 24);
};

export const timeoutMessage = "canceling statement due to statement timeout";

function failCheckout(pen: TracePen): void {
  pen.child(failingQuery, (inside) => {
    inside.work(1000);
    inside.fail(timeoutMessage);
  });
  pen.fail(timeoutMessage);
}

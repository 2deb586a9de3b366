import type { SeededRandom } from "./seeded-random.ts";
import { checkout } from "./shop-checkout.ts";
import { render, root, type RouteDraw, type ShopRoute, stockCall } from "./shop-route.ts";
import { ask, call, loader, query } from "./shop-services.ts";

const sku = (random: SeededRandom) => `SKU-${1000 + random.below(240)}`;

/** One query per order: a typical N+1. */
const orders: RouteDraw = (pen, { random }) => {
  pen.work(2);
  pen.together([
    root,
    (own) =>
      void own.child(
        loader({ id: "routes/account", parent: "root", path: "account" }),
        (inside) => {
          inside.work(1);
          ask(inside, query("SELECT * FROM users WHERE id = $1", "users"), 6);
        },
      ),
    (own) =>
      void own.child(
        loader({ id: "routes/account.orders", parent: "routes/account", path: "orders" }),
        (inside) => {
          inside.work(2);
          ask(
            inside,
            query(
              "SELECT * FROM orders WHERE user_id = $1 ORDER BY placed_at DESC LIMIT 20",
              "orders",
            ),
            22,
          );
          const lines = query("SELECT * FROM order_lines WHERE order_id = $1", "order_lines");
          for (let order = 0; order < 9 + random.below(8); order++) {
            ask(inside, lines, 11);
            inside.work(0.3);
          }
        },
      ),
  ]);
  render(pen, 19);
};

const product: RouteDraw = (pen, { random }) => {
  pen.work(1.5);
  const asked = sku(random);
  pen.together([
    root,
    (own) =>
      void own.child(
        loader({ id: "routes/product", parent: "root", path: "product/:id" }),
        (inside) => {
          inside.work(1);
          ask(inside, query("SELECT * FROM products WHERE id = $1", "products"), 12);
          call(inside, { ...stockCall, path: `/stock/${asked}`, route: "/stock/:sku" }, (there) => {
            there.work(2);
            ask(there, query("SELECT quantity FROM stock WHERE sku = $1", "stock"), 7);
          });
        },
      ),
    (own) =>
      void own.child(
        loader({ id: "routes/product.reviews", parent: "routes/product" }),
        (inside) => {
          ask(inside, query("SELECT * FROM reviews WHERE product_id = $1 LIMIT 10", "reviews"), 16);
        },
      ),
  ]);
  render(pen, 14);
};

const category: RouteDraw = (pen, { release }) => {
  pen.work(1.5);
  pen.together([
    root,
    (own) =>
      void own.child(loader({ id: "routes/shop", parent: "root", path: "shop" }), (inside) => {
        inside.work(1);
        // 2.4.1 no longer caches them.
        if (release === 2)
          ask(inside, query("SELECT * FROM categories ORDER BY position", "categories"), 34);
        else inside.child({ name: "cache.get categories" }, (cache) => cache.work(1.4));
        inside.work(1);
      }),
    (own) =>
      void own.child(
        loader({ id: "routes/shop.category", parent: "routes/shop", path: ":category" }),
        (inside) => {
          ask(
            inside,
            query("SELECT * FROM products WHERE category_id = $1 LIMIT 48", "products"),
            31,
          );
        },
      ),
  ]);
  render(pen, 22);
};

/** 2.4.1 added an index. */
const search: RouteDraw = (pen, { release }) => {
  pen.work(1);
  pen.together([
    root,
    (own) =>
      void own.child(loader({ id: "routes/search", parent: "root", path: "search" }), (inside) => {
        const text = "SELECT * FROM products WHERE name ILIKE $1 OR description ILIKE $1 LIMIT 24";
        ask(inside, query(text, "products"), release === 2 ? 74 : 246);
      }),
  ]);
  render(pen, 16);
};

const home: RouteDraw = (pen) => {
  pen.work(1);
  pen.together([
    root,
    (own) =>
      void own.child(loader({ id: "routes/home", parent: "root" }), (inside) => {
        ask(
          inside,
          query("SELECT * FROM products WHERE featured ORDER BY position LIMIT 8", "products"),
          14,
        );
      }),
  ]);
  render(pen, 12);
};

const cart: RouteDraw = (pen) => {
  pen.work(1);
  pen.together([
    root,
    (own) =>
      void own.child(loader({ id: "routes/cart", parent: "root", path: "cart" }), (inside) => {
        inside.work(1);
        ask(inside, query("SELECT * FROM carts WHERE id = $1", "carts"), 8);
        ask(
          inside,
          query(
            "SELECT * FROM cart_lines JOIN products USING (product_id) WHERE cart_id = $1",
            "cart_lines",
          ),
          27,
        );
      }),
  ]);
  render(pen, 15);
};

const addToCart: RouteDraw = (pen) => {
  pen.work(1);
  pen.child(loader({ id: "routes/cart", parent: "root", path: "cart" }, "action"), (inside) => {
    ask(
      inside,
      query(
        "INSERT INTO cart_lines (cart_id, product_id, quantity) VALUES ($1, $2, $3)",
        "cart_lines",
        "INSERT",
      ),
      14,
    );
    inside.work(2);
  });
};

const login: RouteDraw = (pen) => {
  pen.work(1);
  pen.child(loader({ id: "routes/login", parent: "root", path: "login" }, "action"), (inside) => {
    ask(inside, query("SELECT * FROM users WHERE email = $1", "users"), 7);
    inside.child({ name: "scrypt" }, (hash) => hash.work(62));
  });
};

const fixed = (path: string) => () => path;

export const shopRoutes: readonly ShopRoute[] = [
  { route: "/", method: "GET", weight: 20, path: fixed("/"), draw: home },
  {
    route: "/shop/:category",
    method: "GET",
    weight: 19,
    path: (random) => `/shop/${random.pick(["shoes", "coats", "bags", "hats"])}`,
    draw: category,
  },
  {
    route: "/product/:id",
    method: "GET",
    weight: 23,
    path: (random) => `/product/${100 + random.below(240)}`,
    draw: product,
  },
  { route: "/search", method: "GET", weight: 10, path: fixed("/search"), draw: search },
  { route: "/cart", method: "GET", weight: 9, path: fixed("/cart"), draw: cart },
  { route: "/cart", method: "POST", weight: 6, path: fixed("/cart"), draw: addToCart },
  { route: "/checkout", method: "GET", weight: 15, path: fixed("/checkout"), draw: checkout },
  {
    route: "/account/orders",
    method: "GET",
    weight: 4,
    path: fixed("/account/orders"),
    draw: orders,
  },
  { route: "/login", method: "POST", weight: 3, path: fixed("/login"), draw: login },
];

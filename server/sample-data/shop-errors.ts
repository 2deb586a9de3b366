import { timeoutMessage } from "./shop-checkout.ts";

import { fetching, postgres, react, router, type ShopError, step } from "./shop-error.ts";

const recent = { fromHours: 4.8, toHours: 0.05 };

export const shopErrors: readonly ShopError[] = [
  {
    name: "cart",
    meetsFrequentShopper: true,
    side: "browser",
    type: "TypeError",
    route: "/cart",
    users: 86,
    value: "Cannot read properties of undefined (reading 'cartId')",
    library: router,
    stack: [
      step(
        "clientLoader",
        "app/routes/cart.tsx",
        "return { cart: readCart(stored.session)",
        "readCart",
      ),
      step("readCart", "app/lib/read-cart.ts", "const { cartId } = session.cart;", "cartId"),
    ],
    spells: [
      { fromHours: 280, toHours: 96, events: 61 },
      { ...recent, events: 142 },
    ],
  },
  {
    name: "hydration",
    meetsFrequentShopper: true,
    side: "browser",
    type: "Error",
    route: "/product/:id",
    users: 58,
    handled: true,
    value: "Hydration failed because the server rendered text didn't match the client.",
    library: react,
    stack: [
      step(
        "Product",
        "app/routes/product.tsx",
        "const delivery = new Date(deliveredBy).toLocaleDateString();",
        "toLocaleDateString",
      ),
    ],
    spells: [{ ...recent, events: 74 }],
  },
  {
    name: "timeout",
    side: "server",
    type: "PostgresError",
    value: timeoutMessage,
    route: "/checkout",
    users: 31,
    library: [...router, postgres],
    stack: [
      step(
        "loader",
        "app/routes/checkout.server.ts",
        "const reserved = await findReservations(cart.id);",
        "findReservations",
      ),
      step(
        "findReservations",
        "app/routes/checkout.server.ts",
        "return sql(text, [cartId]);",
        "sql",
        {
          cartId: "c_81f3",
        },
      ),
    ],
    tags: { "db.system": "postgresql" },
    // One event per failing request, generated with the traffic.
    spells: [],
  },
  {
    name: "currency",
    meetsFrequentShopper: true,
    side: "server",
    type: "RangeError",
    value: "Invalid currency code : EURO",
    route: "/account/invoices/:order",
    users: 22,
    library: router,
    stack: [
      step(
        "loader",
        "app/routes/invoice.server.ts",
        "const total = formatPrice(order.total, order.currency);",
        "formatPrice",
        { order: { number: "2026-8841", currency: "EURO", total: 5400 } },
      ),
      step("formatPrice", "app/lib/format-price.ts", "format = new Intl.NumberFormat", "new", {
        currency: "EURO",
        cents: 5400,
      }),
    ],
    spells: [{ fromHours: 120, toHours: 1.3, events: 37 }],
  },
  {
    name: "rate-limit",
    side: "server",
    type: "RateLimitError",
    value: "Too many payment intents",
    route: "/checkout",
    users: 19,
    handled: true,
    level: "warning",
    library: router,
    stack: [
      step(
        "loader",
        "app/routes/checkout.server.ts",
        "const intent = await createIntent",
        "createIntent",
      ),
      step("createIntent", "app/payments.server.ts", "throw new RateLimitError", "new", {
        amount: 12_900,
        currency: "EUR",
      }),
    ],
    spells: [{ fromHours: 150, toHours: 70, events: 44 }],
  },
  {
    name: "headers",
    side: "server",
    type: "Error",
    route: "/product/:id",
    users: 41,
    value: "Cannot set headers after they are sent to the client",
    library: [{ function: "ServerResponse.setHeader", file: "node:_http_outgoing", line: 700 }],
    stack: [
      step("onError", "app/entry.server.tsx", 'headers.set("cache-control", "no-store");', "set"),
    ],
    // Later ones belong to requests.
    spells: [{ fromHours: 300, toHours: 168, events: 38 }],
  },
  {
    name: "stock",
    meetsFrequentShopper: true,
    side: "server",
    type: "Error",
    value: "Stock answered 503",
    route: "/checkout",
    users: 27,
    library: [...router, fetching],
    stack: [
      step("loader", "app/routes/checkout.server.ts", "await reserve(cart, lines);", "reserve"),
      step("reserve", "app/stock.server.ts", 'throw new Error("Stock answered "', "new", {
        cart: { id: "c_20aa" },
        lines: 3,
      }),
    ],
    spells: [
      { fromHours: 53, toHours: 52.4, events: 29 },
      { fromHours: 20, toHours: 19.8, events: 12 },
    ],
  },
  {
    name: "chunk",
    side: "browser",
    type: "TypeError",
    route: "/checkout",
    users: 34,
    value:
      "Failed to fetch dynamically imported module: https://shop.example/assets/checkout-BqYw81x2.js",
    stack: [
      step(
        "loadRouteModule",
        "app/lib/load-route-module.ts",
        "const module = await import(route.module);",
        "import",
      ),
    ],
    spells: [
      { fromHours: 71.5, toHours: 66, events: 21 },
      { fromHours: 4.9, toHours: 3, events: 17 },
    ],
  },
  {
    name: "suggestions",
    side: "browser",
    type: "AbortError",
    value: "The user aborted a request.",
    route: "/search",
    users: 64,
    level: "warning",
    stack: [
      step("suggest", "app/lib/search-suggestions.ts", "const answer = await fetch(", "fetch"),
    ],
    spells: [{ fromHours: 160, toHours: 0.4, events: 90 }],
  },
  {
    name: "postcode",
    side: "server",
    type: "ValidationError",
    value: "postcode: expected 4 to 6 digits",
    route: "/register",
    users: 16,
    handled: true,
    level: "warning",
    library: router,
    stack: [
      step(
        "action",
        "app/routes/register.server.ts",
        "const address = parseAddress",
        "parseAddress",
      ),
      step("parseAddress", "app/lib/parse-address.ts", "throw new ValidationError", "new", {
        fields: { postcode: "SW1A 1AA" },
      }),
    ],
    spells: [{ fromHours: 140, toHours: 6, events: 18 }],
  },
  {
    name: "clients",
    side: "server",
    type: "PostgresError",
    value: "sorry, too many clients already",
    route: "/stock/:sku",
    users: 0,
    level: "fatal",
    library: [postgres],
    stack: [step("reserve", "app/stock.server.ts", "const answer = await fetch(stockUrl", "fetch")],
    spells: [{ fromHours: 3.1, toHours: 2.9, events: 12 }],
    tags: { "db.system": "postgresql" },
    release: "stock@1.9.2",
  },
  {
    name: "import",
    side: "python",
    type: "KeyError",
    value: "'sku'",
    route: "catalog_import.run",
    users: 0,
    stack: [],
    spells: [{ fromHours: 158, toHours: 14, events: 7 }],
    release: "catalog@0.14.0",
    tags: { queue: "nightly" },
  },
  {
    name: "suggest-500",
    side: "browser",
    type: "Error",
    value: "Suggestions answered 500",
    route: "/search",
    users: 13,
    stack: [
      step(
        "suggest",
        "app/lib/search-suggestions.ts",
        'throw new Error("Suggestions answered "',
        "new",
      ),
    ],
    spells: [{ fromHours: 118, toHours: 98, events: 15 }],
  },
];

/** The shop's source code: stack traces refer to it, and the browser bundle is built from it. */
export const shopSources: Readonly<Record<string, string>> = {
  "app/routes/cart.tsx": `import { Form, useLoaderData } from "react-router";
import { formatPrice } from "../lib/format-price";
import { readCart } from "../lib/read-cart";

export async function clientLoader({ serverLoader }) {
  const stored = await serverLoader();
  return { cart: readCart(stored.session), lines: stored.lines };
}

export default function Cart() {
  const { cart, lines } = useLoaderData();
  const total = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  return (
    <section aria-label="Cart">
      <h1>Cart {cart.id}</h1>
      <p>{formatPrice(total, cart.currency)}</p>
      <Form method="post">
        <button>Go to checkout</button>
      </Form>
    </section>
  );
}
`,
  "app/lib/read-cart.ts": `import { legacyCartKey } from "./storage-keys";

export function readCart(session) {
  const fromStorage = localStorage.getItem(legacyCartKey);
  if (fromStorage) {
    return JSON.parse(fromStorage);
  }
  // Sessions from before 2.4 have no cart yet.
  const { cartId } = session.cart;
  return { id: session.cart.cartId, currency: session.currency };
}
`,
  "app/lib/format-price.ts": `const formats = new Map();

export function formatPrice(cents, currency) {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en", { style: "currency", currency });
    formats.set(currency, format);
  }
  return format.format(cents / 100);
}
`,
  "app/routes/product.tsx": `import { useLoaderData } from "react-router";
import { formatPrice } from "../lib/format-price";

export default function Product() {
  const { product, deliveredBy } = useLoaderData();
  const delivery = new Date(deliveredBy).toLocaleDateString();
  return (
    <article>
      <h1>{product.name}</h1>
      <p>{formatPrice(product.price, product.currency)}</p>
      <p>Delivered by {delivery}</p>
    </article>
  );
}
`,
  "app/lib/search-suggestions.ts": `let pending = new AbortController();

export async function suggest(text) {
  pending.abort();
  pending = new AbortController();
  const answer = await fetch("/api/suggest?q=" + text, { signal: pending.signal });
  if (!answer.ok) {
    throw new Error("Suggestions answered " + answer.status);
  }
  return answer.json();
}
`,
  "app/lib/load-route-module.ts": `export async function loadRouteModule(route, cache) {
  if (route.id in cache) return cache[route.id];
  const module = await import(route.module);
  cache[route.id] = module;
  return module;
}
`,
  "app/routes/checkout.server.ts": `import { sql } from "../db.server";
import { createIntent } from "../payments.server";
import { reserve } from "../stock.server";

export async function loader({ request, context }) {
  const cart = await context.cart(request);
  const lines = await sql("SELECT * FROM cart_lines WHERE cart_id = $1", [cart.id]);
  const reserved = await findReservations(cart.id);
  if (reserved.length < lines.length) await reserve(cart, lines);
  const intent = await createIntent(cart.total, cart.currency);
  return { lines, intent: intent.clientSecret };
}

async function findReservations(cartId) {
  const text = "SELECT sku, quantity FROM stock_reservations WHERE cart_id = $1 AND released_at IS NULL FOR UPDATE";
  return sql(text, [cartId]);
}
`,
  "app/payments.server.ts": `const endpoint = "https://api.payments.example/v1/intents";

export async function createIntent(amount, currency) {
  const answer = await fetch(endpoint, {
    method: "POST",
    body: JSON.stringify({ amount, currency }),
  });
  if (answer.status === 429) throw new RateLimitError("Too many payment intents");
  return answer.json();
}

export class RateLimitError extends Error {
  name = "RateLimitError";
}
`,
  "app/stock.server.ts": `const stockUrl = process.env.STOCK_URL ?? "http://stock.internal";

export async function reserve(cart, lines) {
  const answer = await fetch(stockUrl + "/reserve", {
    method: "POST",
    body: JSON.stringify({ cart: cart.id, lines }),
  });
  if (!answer.ok) throw new Error("Stock answered " + answer.status);
}
`,
  "app/routes/invoice.server.ts": `import { formatPrice } from "../lib/format-price";
import { sql } from "../db.server";

export async function loader({ params }) {
  const [order] = await sql("SELECT * FROM orders WHERE id = $1", [params.order]);
  const total = formatPrice(order.total, order.currency);
  return new Response(invoice(order, total), { headers: { "content-type": "text/html" } });
}

const invoice = (order, total) => "<h1>Invoice " + order.number + "</h1><p>" + total + "</p>";
`,
  "app/entry.server.tsx": `import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter } from "react-router";

export default function handleRequest(request, status, headers, context) {
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onShellReady() {
        resolve(new Response(body, { status, headers }));
        pipe(body);
      },
      onError(error) {
        headers.set("cache-control", "no-store");
        reject(error);
      },
    });
  });
}
`,
  "app/routes/register.server.ts": `import { parseAddress } from "../lib/parse-address";

export async function action({ request }) {
  const form = await request.formData();
  const address = parseAddress(Object.fromEntries(form));
  return { address };
}
`,
  "app/lib/parse-address.ts": `const postcode = /^[0-9]{4,6}$/;

export function parseAddress(fields) {
  if (!postcode.test(fields.postcode)) {
    throw new ValidationError("postcode: expected 4 to 6 digits");
  }
  return { street: fields.street, postcode: fields.postcode, city: fields.city };
}

class ValidationError extends Error {
  name = "ValidationError";
}
`,
};

/** A statement in a source: its line and column as in stack traces, and the lines around it. */
export type SourcePlace = {
  file: string;
  line: number;
  column: number;
  text: string;
  before: string[];
  after: string[];
};

/** `marked` is a unique part of a line; `at` is the stack's position within it. */
export function placeIn(file: string, marked: string, at = marked): SourcePlace {
  const lines = shopSources[file]!.split("\n");
  const index = lines.findIndex((line) => line.includes(marked));
  const text = lines[index]!;
  return {
    file,
    text,
    line: index + 1,
    column: text.indexOf(marked) + marked.indexOf(at) + 1,
    before: lines.slice(Math.max(0, index - 5), index),
    after: lines.slice(index + 1, index + 6),
  };
}

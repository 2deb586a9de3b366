// A shop on Express with unmodified @sentry/node that requests prices sequentially, in parallel
// with reviews.
import { once } from "node:events";
import { createServer } from "node:net";

const Sentry = await import(process.env.SENTRY_PACKAGE);

Sentry.init({ dsn: process.env.DSN, tracesSampleRate: 1, tracePropagationTargets: [] });
const { default: express } = await import("express");

/**
 * A service that answers `/price/100` after 100 ms, without Node's HTTP, so that no SDK instruments
 * it.
 */
const others = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    const [, ms] = /^GET \/\w+\/(\d+)/.exec(bytes.toString()) ?? [];
    setTimeout(
      () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
      Number(ms),
    );
  });
});
await once(others.listen(0, "127.0.0.1"), "listening");
const ask = async (path) =>
  (await fetch(`http://127.0.0.1:${others.address().port}${path}`)).text();

async function prices() {
  for (const path of ["/price/100", "/stock/100", "/rating/100"]) await ask(path);
}

/** For the last two offers the reviews take longer than everything else. */
const reviewsMs = (offer) => (offer > 4 ? 600 : 200);

const shop = express.Router();
shop.use((request, response, next) => next());
shop.get("/offers/:offer", (request, response, next) => {
  const asked = [
    Sentry.startSpan({ name: "prices" }, prices),
    ask(`/reviews/${reviewsMs(Number(request.params.offer))}`),
  ];
  Promise.all(asked).then(() => response.json({}), next);
});
const app = express();
app.use("/shop", shop);
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");

for (let offer = 1; offer <= 6; offer++)
  await (
    await Sentry.suppressTracing(() =>
      fetch(`http://127.0.0.1:${server.address().port}/shop/offers/${offer}`),
    )
  ).text();
await Sentry.flush(5_000);
server.close();
others.close();
process.exit();

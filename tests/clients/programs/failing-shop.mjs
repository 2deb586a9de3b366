// A shop on Express and PostgreSQL whose requests fail in typical ways.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const Sentry = require(process.env.SENTRY_PACKAGE ?? "@sentry/node");
Sentry.init({ dsn: process.env.DSN, release: "web@1.2.3", tracesSampleRate: 1 });

const express = require("express");
const sql = require("postgres")(process.env.DATABASE, { max: 1 });
const app = express();

app.get("/query-fails/:id", (request, response, next) => {
  sql`SELECT * FROM orders WHERE id = ${request.params.id}`.then(
    (rows) => response.json(rows),
    next,
  );
});
app.get("/caught/:id", (_request, response) => {
  Sentry.startSpan({ name: "price the order", op: "function" }, () => {
    try {
      throw new RangeError("price out of range");
    } catch (error) {
      Sentry.captureException(error);
    }
  });
  response.json({ price: null });
});
Sentry.setupExpressErrorHandler(app);
app.use((error, _request, response, _next) => response.status(500).send(error.message));

const server = app.listen(0, "127.0.0.1", async () => {
  for (const path of process.env.PATHS.split(",")) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
    await answer.text();
  }
  await Sentry.flush(5_000);
  await sql.end();
  server.close();
  process.exit(0);
});

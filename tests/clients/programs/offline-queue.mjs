// An application with unmodified @sentry/node and its offline transport. With `DAYS_AGO` it is
// offline at that time, and errors are queued in the file `QUEUE`; without it, it is online and
// sends the queue. `DSN` is the target.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

if (process.env.DAYS_AGO) liveDaysAgo(Number(process.env.DAYS_AGO));
const Sentry = await import("@sentry/node");
const { makeOfflineTransport, parseEnvelope, serializeEnvelope } = await import("@sentry/core");

const isOnline = !process.env.DAYS_AGO;
const queue = existsSync(process.env.QUEUE)
  ? JSON.parse(readFileSync(process.env.QUEUE, "utf8"))
  : [];
const keep = () => writeFileSync(process.env.QUEUE, JSON.stringify(queue));
const textOf = (envelope) => Buffer.from(serializeEnvelope(envelope)).toString("base64");
const store = {
  push: async (envelope) => (queue.push(textOf(envelope)), keep()),
  unshift: async (envelope) => (queue.unshift(textOf(envelope)), keep()),
  shift: async () => {
    const text = queue.shift();
    keep();
    return text && parseEnvelope(Buffer.from(text, "base64"));
  },
};

Sentry.init({
  dsn: process.env.DSN,
  release: process.env.RELEASE,
  tracesSampleRate: 1,
  transport: makeOfflineTransport(Sentry.makeNodeTransport),
  transportOptions: { createStore: () => store, shouldSend: () => isOnline },
});

if (isOnline) {
  await Sentry.flush();
  for (let waits = 0; queue.length > 0 && waits < 100; waits++)
    await new Promise((go) => setTimeout(go, 100));
  await new Promise((go) => setTimeout(go, 300));
} else {
  Sentry.startSpan({ name: "GET /checkout", op: "http.server" }, () => {
    Sentry.getCurrentScope().addAttachment({ filename: "cart.txt", data: "three books" });
    Sentry.captureException(new RangeError(process.env.SAYS));
  });
  await Sentry.flush(2000);
}

/** Sets that day's clock, as on a machine that was offline since. */
function liveDaysAgo(days) {
  const behindMs = days * 86_400_000;
  const Now = Date;
  globalThis.Date = class extends Now {
    constructor(...words) {
      super(...(words.length > 0 ? words : [Now.now() - behindMs]));
    }
    static now() {
      return Now.now() - behindMs;
    }
  };
  Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin - behindMs });
}

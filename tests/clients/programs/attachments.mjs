// Sends attachments with @sentry/node. `DSN` is the target.
import * as Sentry from "@sentry/node";

Sentry.init({ dsn: process.env.DSN });
const attachments = [
  { filename: "trace.log", data: "one\ntwo", contentType: "text/plain" },
  { filename: "dump.bin", data: new Uint8Array(300_000).map((_, at) => at * 7) },
];
Sentry.captureException(new Error("with files"), { attachments });
await Sentry.flush(5000);

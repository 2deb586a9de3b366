// Jobs that report themselves: a wrapped run, a manual one, and one that throws.
import * as Sentry from "@sentry/node";

Sentry.init({
  dsn: process.env.DSN,
  release: "jobs@1.0",
  environment: "production",
  tracesSampleRate: 1,
});
const plan = {
  schedule: { type: "crontab", value: "*/5 * * * *" },
  checkinMargin: 2,
  maxRuntime: 10,
};

await Sentry.withMonitor("whole", () => new Promise((resolve) => setTimeout(resolve, 20)), {
  ...plan,
  timezone: "Europe/Berlin",
  failureIssueThreshold: 2,
});
const checkInId = Sentry.captureCheckIn({ monitorSlug: "by-hand", status: "in_progress" }, plan);
Sentry.captureCheckIn({ checkInId, monitorSlug: "by-hand", status: "ok", duration: 3 });
const throwing = async () => {
  throw new Error("the disk is full");
};
await Sentry.withMonitor("Throwing Job", throwing, {
  schedule: { type: "interval", value: 2, unit: "hour" },
}).catch((error) => Sentry.captureException(error));
await Sentry.flush(5000);

import type { MonitorConfig } from "#server/domain/monitor/monitor.ts";
import { dsnOf } from "#server/domain/project/dsn.ts";
import type { Key } from "#server/domain/project/project.ts";

export type MonitorSnippets = { curl: string; crontab: string; node: string };

type Parts = { publicUrl: string; key: Key; slug: string; config?: MonitorConfig };

/** How a job reports its runs: by URL, from crontab, by SDK. */
export function monitorSnippets({ publicUrl, key, slug, config }: Parts): MonitorSnippets {
  const url = `${publicUrl}/api/${key.projectId}/cron/${slug}/${key.publicKey}/`;
  const { schedule = { kind: "crontab" as const, expression: "30 2 * * *" }, timeZone = "UTC" } =
    config ?? {};
  const line = schedule.kind === "crontab" ? schedule.expression : "30 2 * * *";
  const plan =
    schedule.kind === "crontab"
      ? `{ type: "crontab", value: ${JSON.stringify(schedule.expression)} }`
      : `{ type: "interval", value: ${schedule.every}, unit: "${schedule.unit}" }`;
  return {
    curl: `curl -fsS "${url}?status=ok"`,
    crontab: `${line} curl -fsS -o /dev/null "${url}?status=in_progress"; run-the-job && S=ok || S=error; curl -fsS -o /dev/null "${url}?status=$S"`,
    node: `import * as Sentry from "@sentry/node";

Sentry.init({ dsn: "${dsnOf(publicUrl, key)}" });

// Wrap a job: start and result.
await Sentry.withMonitor("${slug}", () => runTheJob(), {
  schedule: ${plan},
  timezone: ${JSON.stringify(timeZone)},
});

// Or manually.
const checkInId = Sentry.captureCheckIn({ monitorSlug: "${slug}", status: "in_progress" });
Sentry.captureCheckIn({ checkInId, monitorSlug: "${slug}", status: "ok" });`,
  };
}

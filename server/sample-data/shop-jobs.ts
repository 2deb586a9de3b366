import { envelope, type SampleRequest } from "./sample-request.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { hourMs } from "./shop-calendar.ts";

type Job = { slug: string; atHours: number; minutes: number; fails?: number[]; absent?: number[] };

/**
 * Daily jobs: due time of the last run in hours before the end of the week, and which runs failed
 * or were missed.
 */
const jobs: readonly Job[] = [
  { slug: "catalog-import", atHours: 14, minutes: 6, fails: [3] },
  { slug: "invoice-run", atHours: 10, minutes: 2.4 },
  { slug: "nightly-rollup", atHours: 8, minutes: 11, absent: [0] },
];

/** Check-ins of seven days, as sent by the SDKs of these jobs. */
export function checkInsOf(random: SeededRandom, now: number): SampleRequest[] {
  return jobs.flatMap((job) => {
    // On the hour, like crontabs.
    const last = Math.floor((now - job.atHours * hourMs) / hourMs) * hourMs;
    const value = `0 ${new Date(last).getUTCHours()} * * *`;
    const monitor_config = {
      schedule: { type: "crontab", value },
      timezone: "UTC",
      checkin_margin: 10,
      max_runtime: 30,
    };
    return [7, 6, 5, 4, 3, 2, 1, 0]
      .filter((day) => !job.absent?.includes(day))
      .flatMap((day) => {
        const at = last - day * 24 * hourMs + 45_000;
        const duration = Math.round(job.minutes * 60 * random.between(0.9, 1.2));
        const status = job.fails?.includes(day) ? "error" : "ok";
        const run = {
          check_in_id: random.hex(32),
          monitor_slug: job.slug,
          environment: "production",
          monitor_config,
        };
        const report = (receivedAt: number, more: object) =>
          envelope(receivedAt, {}, [{ type: "check_in", body: { ...run, ...more } }]);
        return [
          report(at, { status: "in_progress" }),
          report(at + duration * 1000, { status, duration }),
        ];
      });
  });
}

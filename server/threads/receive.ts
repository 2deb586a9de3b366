import type { Intake } from "#server/digest/intake/intake.ts";
import type { Report } from "#server/digest/intake/intake-state.ts";
import { type Refusal, refuseWith, replyOfBug } from "#server/digest/intake/refusal.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { Log } from "#server/telemetry/log.ts";

type ReceiveDeps = { intake: Intake; report: Report; log: Log };

/**
 * Every request gets a reply: an unreadable database is a refusal, and a bug is reported as one.
 */
export async function receive(
  { intake, report, log }: ReceiveDeps,
  request: IngestRequest,
): Promise<Reply> {
  try {
    const reply = await intake.receive(request);
    if (reply.status < 300) report.onAccepted();
    return reply;
  } catch (error) {
    const cause = diskCauseOf(error);
    if (cause === undefined) {
      log("error", "A request could not be read because of a bug in Spoor.", {
        url: request.url,
        error,
      });
      return replyOfBug();
    }
    if (cause === "damaged") report.troubles.begin({ kind: "database-damaged" }, error);
    const refusal: Refusal = { reason: "the database cannot be read", retryAfterS: 30 };
    report.onRefusal(refusal);
    return refuseWith(refusal);
  }
}

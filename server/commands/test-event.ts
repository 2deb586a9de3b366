import { parseEventId, type EventId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";

/** Sends bytes to Spoor's own ingestion like an SDK. */
export type SendEnvelope = (url: string, body: Uint8Array) => Promise<{ status: number }>;

type Deps = { store: Store; now: () => number; makeId: () => string; send: SendEnvelope };

/** A sample of a real event. It passes ingestion, the spool, and the digest. */
export async function sendTestEvent(
  { store, now, makeId, send }: Deps,
  project: Project,
): Promise<EventId | Problem> {
  const key = (await store.projects.keys(project.id)).find((each) => each.revokedAt === undefined);
  if (!key)
    return {
      problem: "conflict",
      detail: "All client keys of this project are revoked. Create a key first.",
    };
  const eventId = parseEventId(makeId())!;
  const event = JSON.stringify(testEvent(eventId, project, now()));
  const envelope = `${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${event}\n`;
  const url = `/api/${project.id}/envelope/?sentry_version=7&sentry_key=${key.publicKey}&sentry_client=spoor-test`;
  const { status } = await send(url, Buffer.from(envelope));
  if (status === 200) return eventId;
  return {
    problem: "unavailable",
    detail: "The test event was rejected: the server isn't accepting events.",
  };
}

function testEvent(eventId: EventId, project: Project, nowMs: number) {
  const frame = (name: string, lineno: number, context_line: string) => ({
    filename: "app/checkout.ts",
    function: name,
    lineno,
    colno: 9,
    in_app: true,
    context_line,
    pre_context: ["", "// This is a test event: Spoor sent it to itself."],
    post_context: ["}"],
  });
  return {
    event_id: eventId,
    timestamp: nowMs / 1000,
    platform: "node",
    level: "error",
    environment: "test",
    transaction: "/checkout",
    tags: { sample: "yes" },
    user: { id: "test-user" },
    request: { url: `https://${project.slug}.example/checkout`, method: "POST" },
    breadcrumbs: [
      {
        timestamp: nowMs / 1000 - 1,
        category: "navigation",
        data: { from: "/cart", to: "/checkout" },
      },
    ],
    exception: {
      values: [
        {
          type: "TestError",
          value: "This is a test error from Spoor",
          mechanism: { type: "spoor", handled: true },
          stacktrace: {
            frames: [
              frame("submit", 12, "  await pay(cart);"),
              frame("pay", 31, '  throw new TestError("This is a test error from Spoor");'),
            ],
          },
        },
      ],
    },
  };
}

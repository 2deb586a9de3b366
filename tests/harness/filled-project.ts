import { randomUUID } from "node:crypto";
import { envelopeOf, sendEnvelope, type TestProject } from "./project.ts";
import { sendTrace } from "./send-trace.ts";
import type { Spoor } from "./spoor.ts";

/** What parts of addresses within a project stand for, by the part: `:issue`, or `keys/:key` where the name has several meanings. */
export type Named = Record<string, string>;

const drawing = `
  GET /cart 0-100 @storefront server http.route=/cart http.request.method=GET
    SELECT cart_lines 20-80 @db client db.system.name=sqlite`;

/** Traces are drawn with the same span ids: one more span is one that the other project's trace does not have. */
export const oneMoreSpan = "\n    cache.get 81-90";

/** Sends an error and a trace, and tells what they are called once they are on the pages. */
export async function fillProject(spoor: Spoor, project: TestProject, more = ""): Promise<Named> {
  const event_id = randomUUID().replaceAll("-", "");
  const body = envelopeOf({ event_id, message: `an error of ${project.slug}`, tags: { plan: "pro" } });
  await sendEnvelope(spoor, project, body);
  const { traceId, spans } = await sendTrace(spoor, project, drawing + more);
  const [issue] = await project.waitForIssues(1);
  const { routes } = (await (await project.get("/routes.json")).json()) as { routes: { id: number }[] };
  return {
    ...{ ":project": project.slug, ":issue": issue!.shortId, ":event": event_id, "tags/:key": "plan" },
    ...{ ":trace": traceId, ":span": spans.at(-1)!.spanId, ":route": String(routes[0]!.id) },
    "keys/:key": project.publicKey,
  };
}

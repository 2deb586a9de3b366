import { parseFeedbackState, type StoredFeedback } from "#server/domain/feedback/feedback.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type { DataHandler } from "./routes.ts";
import { limitOf, paramsOf, scopeOf } from "./search-params.ts";

/** `?state&query&cursor&environment&since&limit`: newest first, all states by default. */
export const feedbackListData: DataHandler = async ({ services, project }, request) => {
  const params = paramsOf(request);
  const state = params.get("state") || undefined;
  if (state !== undefined && !parseFeedbackState(state))
    return { problem: "invalid", detail: "Unknown state. Supported: unread, resolved, spam." };
  const { environment, cursor, since } = scopeOf(params, services.now());
  const { rows, next } = await services.store.feedback.list({
    projectId: project.id,
    state: parseFeedbackState(state),
    text: params.get("query") ?? "",
    limit: limitOf(params),
    environment,
    cursor,
    since,
  });
  return { feedback: rows.map(feedbackJson), next: next ?? null };
};

/** Field names as in SDKs. */
export function feedbackJson(feedback: StoredFeedback) {
  const { id, feedbackId, receivedAt, message, state, issue } = feedback;
  return {
    id: String(id),
    feedbackId,
    receivedAt: isoTime(receivedAt),
    state,
    message,
    name: feedback.name ?? null,
    email: feedback.email ?? null,
    url: feedback.url ?? null,
    environment: feedback.environment ?? null,
    release: feedback.release ?? null,
    traceId: feedback.traceId ?? null,
    eventId: feedback.aboutEvent ?? null,
    issue: issue ? { id: String(issue.id), shortId: issue.shortId } : null,
  };
}

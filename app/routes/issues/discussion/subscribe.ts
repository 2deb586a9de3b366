import type { AskedAboutIssue } from "#app/guard.ts";

/** The acts on an issue that are about oneself: whoever may comment may take part. False: the form asks for something else. */
export async function subscribe({ services, viewer, issue }: AskedAboutIssue, intent: unknown): Promise<boolean> {
  if (intent !== "subscribe" && intent !== "unsubscribe") return false;
  await services.commands.subscribe(viewer, issue, intent === "subscribe" ? "subscribed" : "unsubscribed");
  return true;
}

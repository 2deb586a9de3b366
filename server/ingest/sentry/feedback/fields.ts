import * as v from "valibot";
import { feedbackMax } from "#server/domain/feedback/feedback.ts";
import { emailField, requiredMessage } from "#server/domain/form/fields.ts";

/**
 * The form's fields. Some have several names, so that pages made for other services need no change.
 */
export const feedbackForm = v.object({
  message: v.pipe(
    v.string(requiredMessage),
    v.trim(),
    v.minLength(1, requiredMessage),
    v.maxLength(feedbackMax.message, "Use at most 4,096 characters."),
  ),
  name: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(feedbackMax.name, "Use at most 100 characters.")),
    "",
  ),
  email: v.optional(
    v.union([v.pipe(v.string(), v.trim(), v.literal("")), emailField], notAnAddress),
    "",
  ),
});

const synonyms: { [name: string]: keyof FeedbackValues } = {
  comments: "message",
  contact_email: "email",
};

/** A hidden field: a form that fills it in was sent by a program. */
export const honeypot = "website";

/** Kept in a returned form, and prefilled from the URL. */
export const formFields = [
  "message",
  "name",
  "email",
  "url",
  "event_id",
  "environment",
  "release",
  "return",
  "id",
  honeypot,
] as const;
export type FeedbackValues = { [name: string]: string };

/** The form's fields under their own names; the first of each name, without files and others. */
export function feedbackValues(entries: Iterable<[string, unknown]>): FeedbackValues {
  const values: FeedbackValues = {};
  for (const [said, value] of entries) {
    const name = synonyms[said] ?? said;
    if (typeof value === "string" && formFields.includes(name as (typeof formFields)[number]))
      values[name] ??= value;
  }
  return values;
}

function notAnAddress(): string {
  return "Enter an email address, like mira@example.com, or leave this blank.";
}

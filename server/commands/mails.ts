import { writeLetter } from "#server/domain/mail/letter.ts";
import type { Mail } from "#server/domain/mail/mail.ts";
import type { User } from "#server/domain/people/person.ts";

const ignoreThis = "If you did not expect this mail, you can ignore it.";

export function resetMail({ email, name }: User, url: string): Mail {
  return {
    to: email,
    ...writeLetter({
      subject: "A new password for Spoor",
      paragraphs: [`Hello ${name},`, "somebody, you we hope, asked for a new password for your account in Spoor."],
      link: { words: "Set a new password", url },
      after: ["The link works once, for 24 hours. Your password stays what it is until then.", ignoreThis],
    }),
  };
}

/** `to`: the name of the project, or undefined for this Spoor as a whole. */
export function invitationMail(email: string, about: { by: string; project?: string; url: string }): Mail {
  const { by, project, url } = about;
  const place = project === undefined ? "Spoor" : `the project ${project} in Spoor`;
  return {
    to: email,
    ...writeLetter({
      subject: project === undefined ? `${by} invites you to Spoor` : `${by} invites you to ${project} in Spoor`,
      paragraphs: [
        "Hello,",
        `${by} invites you to ${place}, where a team sees what breaks and what is slow in its applications.`,
      ],
      link: { words: "Accept the invitation", url },
      after: ["The link works once, for 7 days.", ignoreThis],
    }),
  };
}

export function testMail({ email, name }: User, mailUrl: string | undefined): Mail {
  const where = mailUrl === undefined ? "" : ` It was sent from ${mailUrl}.`;
  return {
    to: email,
    ...writeLetter({
      subject: "A test from Spoor",
      paragraphs: [`Hello ${name},`, `this is the mail that you asked for: Spoor can send mail.${where}`],
    }),
  };
}

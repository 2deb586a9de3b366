import { writeEmail } from "#server/domain/mail/email.ts";
import type { Mail, MailFacts, MailResult } from "#server/domain/mail/mail.ts";
import type { User } from "#server/domain/people/person.ts";
import type { AccessDeps } from "./access.ts";

const ignoreThis = "If you didn't expect this email, you can ignore it.";

export function resetMail({ email, name }: User, url: string): Mail {
  return {
    to: email,
    ...writeEmail({
      subject: "Reset your Spoor password",
      paragraphs: [`Hello ${name},`, "A password reset was requested for your Spoor account."],
      link: { words: "Set new password", url },
      after: [
        "The link works once, for 24 hours. Your password doesn't change until you use it.",
        ignoreThis,
      ],
    }),
  };
}

/** `to`: name of the project; undefined for the instance. */
export function invitationMail(
  email: string,
  about: { by: string; project?: string; url: string },
): Mail {
  const { by, project, url } = about;
  const place = project === undefined ? "Spoor" : `the project ${project} on Spoor`;
  return {
    to: email,
    ...writeEmail({
      subject:
        project === undefined
          ? `${by} invited you to Spoor`
          : `${by} invited you to ${project} on Spoor`,
      paragraphs: [
        "Hello,",
        `${by} invited you to ${place}.`,
        "Spoor shows the errors and performance of your team's applications.",
      ],
      link: { words: "Accept invitation", url },
      after: ["The link works once, for 7 days.", ignoreThis],
    }),
  };
}

type Deps = Pick<AccessDeps, "mailer">;

/** Email configuration for display, without secrets. */
export const mailFacts = ({ mailer }: Deps): MailFacts => mailer.facts();

export const sendTestMail = (
  { mailer }: Deps,
  user: User,
  mailUrl: string | undefined,
): Promise<MailResult> => mailer.sendMail(testMail(user, mailUrl));

function testMail({ email, name }: User, mailUrl: string | undefined): Mail {
  const where = mailUrl === undefined ? "" : ` It was sent from ${mailUrl}.`;
  return {
    to: email,
    ...writeEmail({
      subject: "Test email from Spoor",
      paragraphs: [
        `Hello ${name},`,
        `This is the test email you requested. Spoor can send email.${where}`,
      ],
    }),
  };
}

import type { Mail, MailFacts, MailFailure, MailResult } from "#server/domain/mail/mail.ts";
import type { MailSettings } from "./mail-settings.ts";

export type Mailer = { sendMail(mail: Mail): Promise<MailResult>; facts(): MailFacts };

type MailerDeps = { now: () => number; onFailure: (why: string, error: unknown) => void };

const connectMs = 10_000;
const silenceMs = 20_000;

/**
 * One connection per email: Spoor sends few. Three layers prevent header injection: the address
 * matches HTML's pattern and is passed as an object that is never parsed; the subject has no
 * control characters; and the library encodes both.
 */
export function createMailer(
  settings: MailSettings | undefined,
  { now, onFailure }: MailerDeps,
): Mailer {
  if (!settings) return noMailer;
  let lastFailure: MailFailure | undefined;
  let transport: ReturnType<typeof transportTo> | undefined;
  const domain = domainOf(settings.from);
  return {
    facts: () => ({
      configured: true,
      server: settings.server,
      from: settings.from,
      ...(lastFailure && { lastFailure }),
    }),
    async sendMail({ to, subject, text, html, ...about }) {
      try {
        const server = await (transport ??= transportTo(settings));
        await server.sendMail({
          from: settings.from,
          to: { name: "", address: to },
          subject: withoutControls(subject),
          text,
          ...(html !== undefined && { html }),
          ...mailNames(about, domain),
          xMailer: false,
          date: new Date(now()),
        });
        lastFailure = undefined;
        return { sent: true };
      } catch (error) {
        const why = sentenceOf(error, settings.server);
        lastFailure = { at: now(), why };
        onFailure(why, error);
        return { sent: false, why, forGood: isForGood(error) };
      }
    },
  };
}

/**
 * The library is loaded with the first email: it takes 5 MiB in each of two threads (measured), and
 * many instances never send one.
 */
async function transportTo({ url }: MailSettings) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    // Disables reading files and URLs into an email.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const noMailer: Mailer = {
  facts: () => ({ configured: false }),
  sendMail: async () => ({ sent: false, why: "Email isn't configured.", forGood: true }),
};

const withoutControls = (text: string) => text.replaceAll(/\p{Cc}+/gu, " ");

/**
 * The first line of the server's or network's error, without the credentials that some libraries
 * print.
 */
function sentenceOf(error: unknown, server: string): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "EAUTH") return `${server} rejected the user name or password.`;
  const said = (message ?? "no reason given").split("\n", 1)[0]!.slice(0, 300);
  return `${server} rejected the email: ${said.replace(/\.?$/, ".")}`;
}

/** Not shown for rejected credentials, which only the operator can fix. */
function isForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code !== "EAUTH" && responseCode >= 500;
}

type Named = Pick<Mail, "messageId" | "thread" | "unsubscribeUrl">;

type MailNames = {
  headers: { [name: string]: string };
  messageId?: string;
  inReplyTo?: string;
  references?: string;
};

/**
 * Message headers for threading. A thread's first ID belongs to no real email, because its first
 * email may have gone to other recipients. External values (the unsubscribe address) can't inject
 * headers.
 */
function mailNames({ messageId, thread, unsubscribeUrl }: Named, domain: string): MailNames {
  const name = (left: string) => `<${left.replaceAll(/[^\w.-]/g, "-")}@${domain}>`;
  return {
    headers: {
      // RFC 3834: prevents automatic replies.
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && {
        "List-Unsubscribe": `<${new URL(unsubscribeUrl).href}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    ...(messageId !== undefined && { messageId: name(messageId) }),
    ...(thread !== undefined && { inReplyTo: name(thread), references: name(thread) }),
  };
}

/** Address of a sender in the format of `mail-settings.ts`. */
function domainOf(sender: string): string {
  return /@([^\s<>@]+?)>?$/.exec(sender)?.[1] ?? "localhost";
}

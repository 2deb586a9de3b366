import type { Mail, MailFacts, MailFailure, MailResult } from "#server/domain/mail/mail.ts";
import type { MailSettings } from "./mail-settings.ts";

export type Mailer = { sendMail(mail: Mail): Promise<MailResult>; facts(): MailFacts };

type MailerDeps = { now: () => number; onFailure: (why: string, error: unknown) => void };

const connectMs = 10_000;
const silenceMs = 20_000;

/**
 * One connection an email: Spoor sends few. Header injection is impossible three times over: the
 * address is one of HTML's pattern, given as an object that is never parsed; the subject has no
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
 * The library is loaded with the first mail: it costs 5 MiB in each of two threads (measured), and
 * many a Spoor sends none.
 */
async function transportTo({ url }: MailSettings) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    // An email is the text it is given: neither files nor addresses are read into it.
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
 * What the server or the network said, first line, without the credentials that some libraries
 * print.
 */
function sentenceOf(error: unknown, server: string): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "EAUTH") return `${server} rejected the user name or password.`;
  const said = (message ?? "no reason given").split("\n", 1)[0]!.slice(0, 300);
  return `${server} rejected the email: ${said.replace(/\.?$/, ".")}`;
}

/** Of refused credentials that is not said: they are the operator's to mend. */
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
 * How mail readers and servers know an email. What begins a thread is an email that never was: the
 * first one that came may have gone to others. What comes from outside (an address to unsubscribe)
 * has no way to begin a header of its own.
 */
function mailNames({ messageId, thread, unsubscribeUrl }: Named, domain: string): MailNames {
  const name = (left: string) => `<${left.replaceAll(/[^\w.-]/g, "-")}@${domain}>`;
  return {
    headers: {
      // RFC 3834: no machine shall answer a machine.
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

/** Of a sender as `mail-settings.ts` takes it. */
function domainOf(sender: string): string {
  return /@([^\s<>@]+?)>?$/.exec(sender)?.[1] ?? "localhost";
}

import type { Mail } from "#server/domain/mail/mail.ts";

type Named = Pick<Mail, "messageId" | "thread" | "unsubscribeUrl">;

type MailNames = {
  headers: { [name: string]: string };
  messageId?: string;
  inReplyTo?: string;
  references?: string;
};

/**
 * How mail readers and servers know a mail. What begins a thread is a mail that never was: the first one that came may have gone
 * to others. What comes from outside (an address to unsubscribe) has no way to begin a header of its own.
 */
export function mailNames({ messageId, thread, unsubscribeUrl }: Named, domain: string): MailNames {
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
export function domainOf(sender: string): string {
  return /@([^\s<>@]+?)>?$/.exec(sender)?.[1] ?? "localhost";
}

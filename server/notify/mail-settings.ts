/** The outgoing mail server from the environment. */
export type MailSettings = {
  /** `smtp://user:password@host:587`, or `smtps://`. */
  url: string;
  /** Host and port, for display. */
  server: string;
  from: string;
};

/** Undefined without a mail server; a message for the operator if a variable is wrong. */
export function readMailSettings(
  environment: NodeJS.ProcessEnv,
  publicUrl: string | undefined,
): MailSettings | undefined | { wrong: string } {
  const { SPOOR_SMTP_URL: url, SPOOR_MAIL_FROM: sender } = environment;
  if (sender && !isSender(sender)) return { wrong: senderFault(sender) };
  if (!url) return undefined;
  // The address may contain a password and is not printed.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || !new URL(url).hostname)
    return {
      wrong: "SPOOR_SMTP_URL is invalid. Use a URL like smtp://user:password@mail.example.com:587.",
    };
  const from = sender || `Spoor <spoor@${publicUrl ? new URL(publicUrl).hostname : "localhost"}>`;
  return { url, server: serverOf(new URL(url)), from };
}

const senderFault = (sender: string) =>
  `SPOOR_MAIL_FROM is “${sender}”. Use Spoor <spoor@example.com>, or only the email address.`;

function serverOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "smtps:" ? "465" : "587")}`;
}

/** An address, or a name without quotes or commas followed by the address in angle brackets. */
function isSender(text: string): boolean {
  return /^(?:[^<>",;:@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text);
}

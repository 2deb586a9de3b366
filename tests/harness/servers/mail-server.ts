import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { pause } from "#tests/harness/spoor.ts";

/** A received email. */
export type ReceivedMail = {
  from: string;
  to: string[];
  raw: string;
  headers: string;
  body: string;
};

/** A real mail server on its own port that stores received emails. */
export type MailServer = {
  url: string;
  mails: ReceivedMail[];
  /** The newest email to this address once it arrives; rejects after five seconds. */
  mailTo(address: string): Promise<ReceivedMail>;
  /** Refuses every email with this message; undefined accepts them again. */
  refuse(sentence: string | undefined): void;
  close(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: string | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, callback) =>
      callback(refusal === undefined ? null : new Error(refusal)),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        const [headers = "", ...rest] = raw.split("\r\n\r\n");
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        mails.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          headers,
          body: rest.join("\r\n\r\n"),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;

  async function mailTo(address: string): Promise<ReceivedMail> {
    for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(20)) {
      const found = mails.findLast(({ to }) => to.includes(address));
      if (found) return found;
    }
    throw new Error(`No mail to ${address} came; there are ${mails.length}.`);
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo,
    refuse: (sentence) => void (refusal = sentence),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The link in an email, with folded lines joined. */
export function linkIn({ body }: ReceivedMail): string {
  const plain = body.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const link = /https?:\/\/\S+\/(?:invite|reset)\/[\w-]{43}/.exec(plain)?.[0];
  if (!link) throw new Error(`There is no link in the mail:\n${body}`);
  return link;
}

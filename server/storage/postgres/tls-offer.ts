import { connect } from "node:net";

/** The client's request for TLS (SSLRequest), and the response of a server without it. */
const request = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const refusal = "N".charCodeAt(0);
const withinMs = 2_000;
const defaultPort = 5432;

/** Whether the driver requires TLS for this URL. */
export function asksForTls(url: string): boolean {
  const mode = /[?&](?:sslmode|ssl)=([^&]*)/.exec(url)?.[1];
  return mode !== undefined && !["", "disable", "false", "prefer"].includes(mode);
}

/**
 * Asks the first host; undefined if it does not respond. The driver can't distinguish a refusal
 * from other connection losses.
 */
export function offersTls(url: string): Promise<boolean | undefined> {
  const authority = /^\w+:\/\/(?:[^/?#]*@)?([^/?#,]*)/.exec(url)?.[1] ?? "";
  const { hostname = "localhost", port = "" } = URL.parse(`http://${authority}`) ?? {};
  return new Promise((resolve) => {
    const socket = connect(Number(port) || defaultPort, hostname.replaceAll(/[[\]]/g, ""));
    const answer = (offers: boolean | undefined) => {
      socket.destroy();
      resolve(offers);
    };
    socket.setTimeout(withinMs, () => answer(undefined));
    socket.once("connect", () => socket.write(request));
    socket.once("data", (data) => answer(data[0] !== refusal));
    socket.once("error", () => answer(undefined));
    socket.once("close", () => answer(undefined));
  });
}

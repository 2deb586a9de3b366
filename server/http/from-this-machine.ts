import type { Request } from "express";

const forwarding = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Whether a program on this machine asks by itself: what a proxy hands on comes from here as well, and says so. */
export function isFromThisMachine({ socket, headers }: Pick<Request, "socket" | "headers">): boolean {
  const loopback = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
  return loopback && forwarding.every((name) => headers[name] === undefined);
}

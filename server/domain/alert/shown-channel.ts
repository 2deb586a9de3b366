import { capitalized } from "#server/domain/capitalized.ts";
import type { Channel } from "./channel.ts";
import { chatServices, isChat, type ShownChat } from "./chat.ts";

/** A channel without secrets, for pages, data, and logs. */
export type ShownChannel =
  | { kind: "mail"; to: string[] }
  | { kind: "mail-members" }
  | { kind: "webhook"; host: string; /** For those who can change it. */ url?: string }
  | ShownChat;

export function shownChannel(channel: Channel, mayChange: boolean): ShownChannel {
  if (isChat(channel)) return { kind: channel.kind, host: channel.host ?? "" };
  switch (channel.kind) {
    case "mail":
    case "mail-members":
      return channel;
    case "webhook": {
      const { url } = channel;
      return {
        kind: "webhook",
        host: URL.canParse(url) ? new URL(url).host : "",
        ...(mayChange && { url }),
      };
    }
  }
}

export const isMail = ({ kind }: Pick<Channel, "kind">): boolean =>
  kind === "mail" || kind === "mail-members";

/** `Email to all members; webhook to hooks.example`. */
export function channelsWords(channels: ShownChannel[]): string {
  const words = channels.map(channelWords).join("; ");
  return capitalized(words);
}

/** `email to all members`, `webhook to hooks.example`. */
function channelWords(channel: ShownChannel): string {
  if (isChat(channel))
    return `${chatServices[channel.kind].name} message through ${channel.host || "a webhook"}`;
  switch (channel.kind) {
    case "mail":
      return `email to ${channel.to.join(", ")}`;
    case "mail-members":
      return "email to all members";
    case "webhook":
      return `webhook to ${channel.host}`;
  }
}

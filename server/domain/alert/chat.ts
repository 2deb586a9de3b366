type ChatService = {
  name: string;
  /** Purpose for which its URL is encrypted (`commands/sign-in/seal.ts`). */
  purpose: string;
  hint: string;
};

/**
 * Chat services that rules notify through a webhook. Its URL is a secret: stored encrypted, shown
 * only as its host. Another service is an entry here and a sender in `notify`, which the compiler
 * requires.
 */
export const chatServices = {
  slack: {
    name: "Slack",
    purpose: "alert slack url",
    hint: "From Slack or a compatible service. Stored encrypted. Never shown again.",
  },
} as const satisfies { [kind: string]: ChatService };

export type ChatKind = keyof typeof chatServices;
export const chatKinds = Object.keys(chatServices) as ChatKind[];

export type ChatChannel = {
  [Kind in ChatKind]: { kind: Kind; sealedUrl: string; host?: string };
}[ChatKind];
export type ShownChat = { [Kind in ChatKind]: { kind: Kind; host: string } }[ChatKind];

/** A chat in a form. Without `url`, the saved one is kept. */
export type ChatDrafts = { [Kind in ChatKind]?: { url?: string } };

export const isChat = <Any extends { kind: string }>(
  channel: Any,
): channel is Extract<Any, { kind: ChatKind }> => Object.hasOwn(chatServices, channel.kind);

/** `slackUrl`, `keepSlack`: names of its form fields. */
export const chatFields = (kind: ChatKind): { url: string; keep: string } => ({
  url: `${kind}Url`,
  keep: `keep${chatServices[kind].name}`,
});

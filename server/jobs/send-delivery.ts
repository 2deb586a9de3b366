import { webhookSecretPurpose } from "#server/domain/alert/channel.ts";
import { type ChatKind, chatServices, isChat } from "#server/domain/alert/chat.ts";
import { isTest, type Target } from "#server/domain/delivery/delivery.ts";
import type { Outcome } from "#server/domain/delivery/outcome.ts";
import type { UserId } from "#server/domain/ids.ts";
import { threadOf, writeAlertEmail } from "#server/domain/mail/alert-email.ts";
import type { NoticeKind } from "#server/domain/notice/notice.ts";
import { may } from "#server/domain/people/permission.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Mailer } from "#server/notify/mail.ts";
import type { Sending } from "#server/notify/webhook.ts";
import type { ClaimedDelivery } from "#server/storage/alerts/delivery-store.ts";
import type { Store } from "#server/storage/store.ts";

/** The channels and their dependencies. */
export type SendDeps = {
  store: Pick<Store, "people" | "projects" | "alerts">;
  mailer: Pick<Mailer, "sendMail">;
  webhook: (to: { url: string; secret: string }, sending: Sending) => Promise<Outcome>;
  chat: { [Kind in ChatKind]: (to: { url: string }, sending: Sending) => Promise<Outcome> };
  /** Undefined: it was not sealed here. */
  open: (purpose: string, sealed: string) => string | undefined;
  linkTo: Sending["linkTo"];
  unsubscribePath: (userId: UserId, kind: NoticeKind) => string;
};

/** Sends one message to one recipient, using the current state of both. */
export async function sendDelivery(deps: SendDeps, delivery: ClaimedDelivery): Promise<Outcome> {
  const { target } = delivery;
  if (isChat(target)) {
    const url = deps.open(chatServices[target.kind].purpose, target.sealedUrl);
    return url === undefined
      ? lostKey
      : deps.chat[target.kind]({ url }, await sendingOf(deps, delivery));
  }
  switch (target.kind) {
    case "mail":
      return sendMail(deps, delivery, target);
    case "webhook": {
      const secret = deps.open(webhookSecretPurpose, target.sealedSecret);
      const { url } = target;
      return secret === undefined
        ? lostKey
        : deps.webhook({ url, secret }, await sendingOf(deps, delivery));
    }
  }
}

async function sendingOf({ store, linkTo }: SendDeps, delivery: ClaimedDelivery): Promise<Sending> {
  const { messageId, message, createdAt, projectId, ruleId } = delivery;
  const rule = ruleId && (await store.alerts.find(projectId, ruleId));
  return {
    messageId,
    message,
    createdAt,
    linkTo,
    ...(rule && { rule: { id: rule.id, name: rule.name } }),
  };
}

const lostKey: Outcome = {
  kind: "failed",
  answer:
    "The channel's secret can't be decrypted with this instance's secret.key. Set up the channel again.",
};

type ToMail = Extract<Target, { kind: "mail" }>;

async function sendMail(
  deps: SendDeps,
  delivery: ClaimedDelivery,
  target: ToMail,
): Promise<Outcome> {
  const user = await readerOf(deps, delivery, target);
  if ("kind" in user) return user;
  const { message, messageId } = delivery;
  const isOwn = delivery.ruleId === undefined && !isTest(message);
  const thread = threadOf(message);
  // Rules that name the person remove them on that page.
  const path =
    (isOwn || target.asMember) &&
    deps.unsubscribePath(user.id, isOwn ? message.notices[0]!.kind : "issue-new");
  const unsubscribeUrl = path ? deps.linkTo(path) : undefined;
  const leave = unsubscribeUrl !== undefined && { unsubscribeUrl };
  const because = await becauseOf(deps, delivery);
  const letter = writeAlertEmail(message, { because, linkTo: deps.linkTo, ...leave });
  const result = await deps.mailer.sendMail({
    to: user.email,
    messageId,
    ...letter,
    ...leave,
    ...(thread !== undefined && { thread }),
  });
  if (result.sent) return { kind: "delivered", answer: "Accepted by the mail server." };
  return { kind: result.forGood ? "failed" : "unsettled", answer: result.why };
}

async function becauseOf(
  { store }: SendDeps,
  { ruleId, projectId, message }: ClaimedDelivery,
): Promise<string> {
  const project = message.notices[0]!.project.name;
  if (isTest(message)) return `Sent by a test of an alert rule in ${project}.`;
  if (message.notices[0]!.kind === "weekly")
    return "You receive this because you turned on the weekly digest.";
  const rule = ruleId && (await store.alerts.find(projectId, ruleId));
  return rule
    ? `Sent by the alert rule “${rule.name}” in ${project}.`
    : `You receive this because you are subscribed to this issue or a member of ${project}.`;
}

/** The recipient, if they can still read the content. */
async function readerOf(
  { store }: SendDeps,
  { projectId }: ClaimedDelivery,
  { to }: ToMail,
): Promise<User | Outcome> {
  const user =
    typeof to === "string" ? await store.people.byEmail(to) : await store.people.byId(to);
  const viewer = user && { user, memberships: await store.people.memberships(user.id) };
  const isReader =
    viewer && user.disabledAt === undefined && may(viewer, "project:read", projectId);
  if (isReader) return user;
  // The same message for all cases: rule authors must not learn which addresses have an account.
  const address = typeof to === "string" ? to : (user?.email ?? "The recipient");
  return {
    kind: "failed",
    answer: `${address} has no access to this project. Alerts are sent only to members and owners.`,
  };
}

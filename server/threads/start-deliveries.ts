import { randomBytes } from "node:crypto";
import { createSeal } from "#server/commands/sign-in/seal.ts";
import { unsubscribePath } from "#server/commands/people/unsubscribe.ts";
import type { Config } from "#server/config.ts";
import { createDeliverer, type DelivererDeps } from "#server/jobs/deliverer.ts";
import { planDeliveries } from "#server/jobs/plan-deliveries.ts";
import { sendDelivery, type SendDeps } from "#server/jobs/send-delivery.ts";
import { readSecret } from "#server/start/secret.ts";
import type { Log } from "#server/telemetry/log.ts";
import { createMailer } from "#server/notify/mail.ts";
import { sendSlack } from "#server/notify/slack.ts";
import { sendWebhook } from "#server/notify/webhook.ts";
import { createOutgoing } from "#server/outgoing/outgoing.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * `turn` plans and starts due deliveries without waiting for receivers. Returns whether there were
 * any.
 */
type Deliveries = { turn(): Promise<boolean>; stop(): Promise<void> };

type DeliveryDeps = { log: Log; onEnded?: DelivererDeps["onEnded"] };

/** If the database is unavailable, starts on the first turn after it responds. */
export async function startDeliveriesLate(
  config: Config,
  store: Store,
  deps: DeliveryDeps,
  isThere: boolean,
): Promise<Deliveries> {
  let started: Promise<Deliveries> | undefined;
  const start = () => (started ??= startDeliveries(config, store, deps).catch(forget));
  const forget = (error: unknown) => {
    started = undefined;
    throw error;
  };
  if (isThere) await start();
  return {
    turn: async () => (await start()).turn(),
    stop: async () => (await started?.catch(() => undefined))?.stop(),
  };
}

/** Sends notices to people. Starts with deliveries left unfinished by the previous process. */
async function startDeliveries(
  config: Config,
  store: Store,
  deps: DeliveryDeps,
): Promise<Deliveries> {
  const { log, onEnded } = deps;
  const now = Date.now;
  await store.deliveries.recover();
  const send = sendParts(config, store, log, await readSecret(config, store));
  const deliverer = createDeliverer({
    deliveries: store.deliveries,
    now,
    chance: Math.random,
    log,
    ...(onEnded && { onEnded }),
    send: (delivery) => sendDelivery(send, delivery),
  });
  const makeMessageId = () => randomBytes(16).toString("hex");
  return {
    async turn() {
      const planned = await planDeliveries(
        { store, hasMail: config.mail !== undefined, makeMessageId },
        now(),
      );
      return (await deliverer.turn()) + planned > 0;
    },
    stop: deliverer.stop,
  };
}

function sendParts(config: Config, store: Store, log: Log, secret: Uint8Array): SendDeps {
  const now = Date.now;
  const url = backgroundUrl(config);
  const seal = createSeal(secret);
  const outgoing = createOutgoing({ allowed: config.allowPrivate });
  const onFailure = (why: string, error: unknown) => log("warn", `Email: ${why}`, { error });
  return {
    store,
    mailer: createMailer(config.mail, { now, onFailure }),
    webhook: (to, sending) => sendWebhook({ outgoing, now }, to, sending),
    chat: { slack: (to, sending) => sendSlack({ outgoing, now }, to, sending) },
    open: seal.open,
    linkTo: (path) => (url === undefined ? undefined : url + path),
    unsubscribePath: (userId, kind) => unsubscribePath(seal, userId, kind),
  };
}

/**
 * Base URL of links in messages not caused by a request; undefined: unknown. `SPOOR_URL`, otherwise
 * Spoor's own address if it listens only on this machine: only the operator knows the names of a
 * server that is open to a network.
 */
function backgroundUrl({
  publicUrl,
  host,
  port,
}: Pick<Config, "publicUrl" | "host" | "port">): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  const isOwn = host === "localhost" || host === "::1" || host.startsWith("127.");
  return isOwn && port !== 0 ? `http://localhost:${port}` : undefined;
}

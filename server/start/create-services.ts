import { randomUUID } from "node:crypto";
import type { ArtifactThread } from "#server/artifacts/artifact-thread.ts";
import { createRepairIssues } from "#server/artifacts/repair-issues.ts";
import { createUnminifier } from "#server/artifacts/unminifier.ts";
import { createUploads } from "#server/artifacts/uploads.ts";
import { type Commands, createCommands } from "#server/commands/commands.ts";
import { createSeal } from "#server/commands/sign-in/seal.ts";
import type { Config } from "#server/config.ts";
import type { Intake } from "#server/digest/intake/intake.ts";
import type { Trouble } from "#server/domain/health/trouble.ts";
import { servedPackages } from "#server/http/served-packages.ts";
import { receiversOf } from "#server/jobs/delivery-targets.ts";
import { createMailer } from "#server/notify/mail.ts";
import { createProvider } from "#server/oidc/provider.ts";
import { createOutgoing, type Outgoing } from "#server/outgoing/outgoing.ts";
import { createExceededLimits } from "#server/read/exceeded-limits.ts";
import { nameOfBody } from "#server/read/name-of-body.ts";
import { createSampleData } from "#server/sample-data/sample-data.ts";
import type { Services } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { ReadThreads } from "#server/threads/read-threads.ts";
import { createReads } from "./create-reads.ts";

/** The database is written on this thread: starting earlier would delay the current response. */
const afterAnswerMs = 1000;

type ServiceDeps = {
  artifacts: ArtifactThread;
  secret: Uint8Array;
  /** Absent in the thread that serves slow pages. */
  reads?: ReadThreads;
  /** Each page reads a day of outcomes once a minute: a separate thread would never be idle. */
  outcomes?: Store["outcomes"];
  troubles?: () => Trouble[];
  /** Folder of the packages that this server offers; absent in the thread for slow pages. */
  packages?: string;
};

/** The services of routes on one store. */
export function createServices(
  store: Store,
  intake: Intake,
  config: Config,
  log: Log,
  {
    artifacts,
    secret,
    reads,
    packages = "",
    outcomes = store.outcomes,
    troubles = () => [],
  }: ServiceDeps,
): Services {
  const now = Date.now;
  const outgoing = createOutgoing({ allowed: config.allowPrivate });
  const unminify = createUnminifier({
    artifacts: store.artifacts,
    unminifyThere: (stacks) => artifacts.call("unminify", stacks),
  });
  const uploads = createUploads({
    store,
    thread: artifacts,
    now,
    onReady: createRepairIssues({ store, unminify, log }),
    onFailure: (error) => log("error", "An artifact bundle could not be assembled.", { error }),
  });
  return {
    store,
    now,
    uploads,
    outgoing,
    troubles,
    allowedPrivate: config.allowPrivate,
    commands: commandsOver(store, { intake, config, log, secret, outgoing }),
    packages: servedPackages(store.settings, packages),
    exceededLimits: createExceededLimits(outcomes, now),
    sampleData: createSampleData({ store, dataFolder: config.dataFolder, uploads, now, log }),
    ...createReads({ store, config, unminify, now, ...(reads && { reads }) }),
  };
}

type CommandDeps = Pick<ServiceDeps, "secret"> & {
  intake: Intake;
  config: Config;
  log: Log;
  outgoing: Outgoing;
};

function commandsOver(
  store: Store,
  { intake, config, log, secret, outgoing }: CommandDeps,
): Commands {
  const now = Date.now;
  const send = (url: string, body: Uint8Array) =>
    intake.receive({
      method: "POST",
      url,
      headers: {},
      body,
      receivedAt: now(),
      remoteAddress: "",
    });
  const failed = (error: unknown) => log("error", "Background work failed.", { error });
  const onFailure = (error: unknown) => log("error", "Single sign-on failed.", { error });
  const provider = config.provider && createProvider(config.provider, { outgoing, now, onFailure });
  return createCommands({
    store,
    now,
    makeId: randomUUID,
    send,
    nameOf: nameOfBody,
    seal: createSeal(secret),
    mailer: createMailer(config.mail, {
      now,
      onFailure: (why, error) => log("error", `Email: ${why}`, { error }),
    }),
    targetsOf: (rule) => receiversOf(store, rule),
    inBackground: (work) => void setTimeout(() => work().catch(failed), afterAnswerMs).unref(),
    ...(provider && { provider }),
  });
}

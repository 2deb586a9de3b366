import type { OwnProject } from "#server/commands/people/own-project.ts";
import type { Config } from "#server/config.ts";
import type { RemoteIntake } from "#server/digest/intake/remote-intake.ts";
import type { Key } from "#server/domain/project/project.ts";
import type { Log } from "#server/telemetry/log.ts";
import { startTelemetry, type Telemetry } from "#server/telemetry/provider.ts";

type OwnTelemetry = {
  config: Config;
  version: string;
  intake: RemoteIntake;
  own: OwnProject | undefined;
  log: Log;
};

/** Spoor's spans pass its own ingestion and are also sent to the operator's exporter. */
export function startOwnTelemetry({ config, version, intake, own, log }: OwnTelemetry): Telemetry {
  const { otlpEndpoint } = config;
  const sinks = own ? [{ send: (body: Uint8Array) => sendSpans(intake, own.key, body) }] : [];
  return startTelemetry({
    // Requests go to addresses entered by members, some with secrets, such as Slack's.
    serviceName: "spoor",
    serviceVersion: version,
    sinks,
    fetches: false as const,
    ...(otlpEndpoint !== undefined && {
      otlpEndpoint,
      warn: (sentence: string) => log("warn", sentence),
    }),
  });
}

function sendSpans(intake: RemoteIntake, { publicKey }: Key, body: Uint8Array): Promise<unknown> {
  const headers = { "content-type": "application/x-protobuf" };
  const url = `/v1/traces?sentry_key=${publicKey}`;
  return intake.receive({
    method: "POST",
    url,
    headers,
    body,
    receivedAt: Date.now(),
    remoteAddress: "",
  });
}

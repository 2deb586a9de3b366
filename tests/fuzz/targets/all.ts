import type { Target } from "#tests/fuzz/target.ts";
import { addressTargets } from "./addresses.ts";
import { artifactTargets } from "./artifacts.ts";
import { keptTargets } from "./kept.ts";
import { otlpTargets } from "./otlp.ts";
import { sentryTargets } from "./sentry.ts";
import { wordTargets } from "./words.ts";

export const targets: readonly Target[] = [
  ...sentryTargets,
  ...otlpTargets,
  ...artifactTargets,
  ...wordTargets,
  ...addressTargets,
  ...keptTargets,
];

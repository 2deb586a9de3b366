import type { Mailer } from "#server/notify/mail.ts";
import type { Provider } from "#server/oidc/provider.ts";
import type { Store } from "#server/storage/store.ts";
import type { HashingLane } from "./hashing-lane.ts";
import type { Seal } from "./seal.ts";

export type AccessDeps = {
  store: Store;
  now: () => number;
  /** All password hashing goes through here. */
  hashing: HashingLane;
  mailer: Mailer;
  seal: Seal;
  /** The single sign-on provider; undefined: not configured. */
  provider?: Provider;
  /**
   * Work to start after the response, so that its duration reveals nothing. Failures are logged.
   */
  inBackground: (work: () => Promise<unknown>) => void;
};

import type { Mailer } from "#server/notify/mail.ts";
import type { Provider } from "#server/oidc/provider.ts";
import type { Store } from "#server/storage/store.ts";
import type { HashingLane } from "./hashing-lane.ts";
import type { Seal } from "./seal.ts";

export type AccessDeps = {
  store: Store;
  now: () => number;
  /** Every hash of a password goes through here. */
  hashing: HashingLane;
  mailer: Mailer;
  seal: Seal;
  /** The service that people can sign in with; undefined: there is none. */
  provider?: Provider;
  /**
   * Work to begin once the answer is long gone: its duration reveals nothing. Its failures are
   * logged.
   */
  inBackground: (work: () => Promise<unknown>) => void;
};

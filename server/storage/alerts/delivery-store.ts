import type { Delivery, DeliveryState, Message, Target } from "#server/domain/delivery/delivery.ts";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { Lane } from "./notice-store.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * Messages and their delivery to each recipient. A sender holds a lease. After a crash, it expires
 * or `recover` ends it, and the delivery is sent again with the same `messageId`.
 */
export interface DeliveryStore {
  /** Creation times of the lane's messages from `since` on, oldest first. */
  sentAt(lane: Lane, since: number): Promise<number[]>;
  /**
   * In one transaction, marks the lane's notices up to `lastId` as planned and creates the message
   * with its deliveries. Without a message, the notices are dropped. Does nothing if their number
   * has changed: another process planned them, or some were deleted.
   */
  plan(plan: Plan): Promise<void>;
  /**
   * Leases up to `limit` due deliveries for `leaseMs`, most overdue first, and at most
   * `perReceiver` of one receiver.
   */
  claim(
    now: number,
    bounds: { leaseMs: number; limit: number; perReceiver: number },
  ): Promise<ClaimedDelivery[]>;
  /**
   * Stores the result of an attempt. Writes nothing if the lease was lost through a cancellation.
   */
  settle(claimed: ClaimedDelivery, state: DeliveryState, answer: string): Promise<void>;
  /** Returns an unfinished delivery as if it had not started. */
  release(claimed: ClaimedDelivery[]): Promise<void>;
  /** Returns deliveries that this process leased before it ended. Call before starting. */
  recover(): Promise<void>;
  /** Newest first. */
  list(filter: DeliveryFilter): Promise<Page<ListedDelivery>>;
  find(projectId: ProjectId, id: number): Promise<ListedDelivery | undefined>;
  /** Retries immediately, for another day. False if it is in progress, delivered, or missing. */
  retry(projectId: ProjectId, id: number, now: number): Promise<boolean>;
  /** Cancels a delivery that is not in progress. False if there is nothing to cancel. */
  cancel(projectId: ProjectId, id: number, now: number, answer: string): Promise<boolean>;
  /** Pending and recently finished deliveries, by channel. */
  counts(since: number): Promise<ChannelCounts[]>;
  /** Retries everything that failed since, in every project. Returns the number. */
  retryFailed(since: number, now: number): Promise<number>;
  /**
   * Deletes older messages with their deliveries, and notices. Returns the number of rows; there
   * may be more.
   */
  evict(before: number): Promise<number>;
}

type Plan = {
  lane: Lane;
  /** ID of the message's newest notice. */
  lastId: number;
  /** Number of unplanned notices up to it. */
  count: number;
  at: number;
  message?: Message;
  deliveries: NewDelivery[];
};

/** `receiver`: what may be slow, such as a mail server or an address. */
export type NewDelivery = { messageId: string; target: Target; receiver: string };

export type ClaimedDelivery = Delivery & { since: number };

export type DeliveryFilter = {
  /** Of one rule or in one state; without either, all. */
  ruleId?: AlertRuleId | undefined;
  state?: DeliveryState["state"] | undefined;
  since?: number;
  cursor?: string;
  limit: number;
};

/** With the names shown on pages. */
export type ListedDelivery = Delivery & {
  /** In progress until this time, according to its lease. */
  leaseUntil?: number;
  /** Email address of a person. */
  email?: string;
  ruleName?: string;
  project: { slug: string; name: string };
};

export type ChannelCounts = {
  kind: Target["kind"];
  pending: number;
  retrying: number;
  delivered: number;
  failed: number;
};

import type { Delivery, DeliveryState, Message, Target } from "#server/domain/delivery/delivery.ts";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { Lane } from "./notice-store.ts";
import type { Page } from "#server/storage/store.ts";

/**
 * Messages and what became of each on its way to a recipient. Anyone who sends one holds a lease:
 * after a crash it runs out, or `recover` ends it, and the delivery is sent again under the same
 * `messageId`.
 */
export interface DeliveryStore {
  /** When messages of the lane were made, from `since` on, the oldest first. */
  sentAt(lane: Lane, since: number): Promise<number[]>;
  /**
   * In one transaction: the lane's notices up to `lastId` are planned, and the message with its
   * deliveries is there. Without a message they are let go. Nothing happens where it is another
   * number by now: another person has planned them, or some are gone.
   */
  plan(plan: Plan): Promise<void>;
  /**
   * Takes up to `limit` that are due for `leaseMs`, the most overdue first, and never more of one
   * receiver than `perReceiver`.
   */
  claim(
    now: number,
    bounds: { leaseMs: number; limit: number; perReceiver: number },
  ): Promise<ClaimedDelivery[]>;
  /**
   * What a try came to; of one that is held no more, because it was canceled, nothing is written.
   */
  settle(claimed: ClaimedDelivery, state: DeliveryState, answer: string): Promise<void>;
  /** Gives back what was not sent to its end, as if it had not been begun. */
  release(claimed: ClaimedDelivery[]): Promise<void>;
  /** Gives back what this process had taken before it ended: before it begins. */
  recover(): Promise<void>;
  /** The newest first. */
  list(filter: DeliveryFilter): Promise<Page<ListedDelivery>>;
  find(projectId: ProjectId, id: number): Promise<ListedDelivery | undefined>;
  /** Tries again at once, for another day. False: it is on its way, delivered, or not there. */
  retry(projectId: ProjectId, id: number, now: number): Promise<boolean>;
  /** Ends one that is not under way just now. False: there is nothing to end. */
  cancel(projectId: ProjectId, id: number, now: number, answer: string): Promise<boolean>;
  /** By channel: what waits, and what ended since. */
  counts(since: number): Promise<ChannelCounts[]>;
  /** The same of all that failed since, in every project. Returns how many are tried again. */
  retryFailed(since: number, now: number): Promise<number>;
  /**
   * Removes messages with their deliveries, and notices, of before. Returns how many rows went;
   * there may be more.
   */
  evict(before: number): Promise<number>;
}

type Plan = {
  lane: Lane;
  /** Of the newest notice of the message. */
  lastId: number;
  /** How many there are up to it that are not planned. */
  count: number;
  at: number;
  message?: Message;
  deliveries: NewDelivery[];
};

/** `receiver`: who may be slow: a server of mail, an address. */
export type NewDelivery = { messageId: string; target: Target; receiver: string };

export type ClaimedDelivery = Delivery & { since: number };

export type DeliveryFilter = {
  /** Of one rule, or else in one state; without either all there are. */
  ruleId?: AlertRuleId | undefined;
  state?: DeliveryState["state"] | undefined;
  since?: number;
  cursor?: string;
  limit: number;
};

/** With what people call things. */
export type ListedDelivery = Delivery & {
  /** It is being sent at this moment, as far as its lease says. */
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

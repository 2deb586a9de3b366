import { alertStore } from "#server/storage/alerts/alerts.ts";
import { deliveryStore } from "#server/storage/alerts/deliveries.ts";
import { noticeChoiceStore } from "#server/storage/alerts/notice-choices.ts";
import { noticeStore } from "#server/storage/alerts/notices.ts";
import { attachmentStore } from "#server/storage/attachments/attachments.ts";
import { bulkStore } from "#server/storage/bulk/bulk.ts";
import type { Database } from "#server/storage/database.ts";
import { commentStore } from "#server/storage/discussion/comments.ts";
import { subscriptionStore } from "#server/storage/discussion/subscriptions.ts";
import type { EventSlices } from "#server/storage/events/slices.ts";
import { feedbackStore } from "#server/storage/feedback/feedback.ts";
import type { HoldProject } from "#server/storage/grouping/held-project.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import type { IssueDatabase } from "#server/storage/issues/issue-database.ts";
import { monitorStore } from "#server/storage/monitors/monitors.ts";
import { nameStore } from "#server/storage/names/names.ts";
import { peopleStores } from "#server/storage/people/stores.ts";
import { keyStore } from "#server/storage/projects/keys.ts";
import { ownershipStore } from "#server/storage/projects/ownership.ts";
import type { ProjectStore } from "#server/storage/projects/project-store.ts";
import { projectStore } from "#server/storage/projects/projects.ts";
import { searchStore } from "#server/storage/projects/searches.ts";
import { shareStore } from "#server/storage/projects/shares.ts";
import { releaseStore } from "#server/storage/releases/releases.ts";
import { rollupStore } from "#server/storage/rollups/rollups.ts";
import { eventTraffic } from "#server/storage/traffic/events.ts";
import { trafficStore } from "#server/storage/traffic/traffic.ts";
import type { Store } from "./store.ts";

/** What both engines give. */
type Engine = {
  database: Database;
  issues: IssueDatabase;
  events: EventSlices;
  hold: HoldProject;
  away: ProjectStore["away"];
  /** Name of this process among those of the database; empty if it is the only one. */
  process: string;
};

/** The stores with one SQL for both engines. A new noun is added here. */
export const sharedStores = ({ database, issues, events, hold, away, process }: Engine) =>
  ({
    ...peopleStores(database),
    projects: { ...projectStore(database), away },
    keys: keyStore(database),
    ownership: ownershipStore(database),
    searches: searchStore(database),
    shares: shareStore(database),
    alerts: alertStore(database),
    notices: noticeStore(database),
    noticeChoices: noticeChoiceStore(database),
    deliveries: deliveryStore(database, process),
    bulk: bulkStore(issues),
    rollups: rollupStore(database.query),
    releases: releaseStore(database),
    traffic: trafficStore(database.query, eventTraffic(database.query, events)),
    comments: commentStore(issues),
    subscriptions: subscriptionStore(issues),
    feedback: feedbackStore(database),
    attachments: attachmentStore(events),
    monitors: monitorStore(database),
    names: nameStore(database.query, hold),
    settings: settingStore(database),
  }) satisfies Partial<Store>;

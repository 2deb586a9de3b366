import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { accessContract } from "#tests/storage/people/access-contract.ts";
import { accountContract } from "#tests/storage/people/account-contract.ts";
import { alertContract } from "#tests/storage/alerts/alert-contract.ts";
import { alertEvaluationContract } from "#tests/storage/alerts/evaluation-contract.ts";
import { artifactContract } from "#tests/storage/projects/artifact-contract.ts";
import { bulkContract } from "#tests/storage/issues/bulk-contract.ts";
import { cardinalityContract } from "#tests/storage/events/cardinality-contract.ts";
import { deliveryContract } from "#tests/storage/alerts/delivery-contract.ts";
import { deliveryPlanContract } from "#tests/storage/alerts/delivery-plan-contract.ts";
import { digestContract } from "#tests/storage/events/digest-contract.ts";
import { discussionContract } from "#tests/storage/issues/discussion-contract.ts";
import { dueContract } from "#tests/storage/issues/due-contract.ts";
import { attachmentContract, feedbackContract } from "#tests/storage/issues/feedback-contract.ts";
import { eventContract } from "#tests/storage/events/event-contract.ts";
import { factorContract } from "#tests/storage/people/factor-contract.ts";
import { groupingContract } from "#tests/storage/issues/grouping-contract.ts";
import { issueContract } from "#tests/storage/issues/issue-contract.ts";
import { issueListContract } from "#tests/storage/issues/list-contract.ts";
import { lateEventContract } from "#tests/storage/events/late-event-contract.ts";
import { monitorContract } from "#tests/storage/alerts/monitor-contract.ts";
import { nameListContract } from "#tests/storage/events/name-list-contract.ts";
import { noticeContract } from "#tests/storage/alerts/notice-contract.ts";
import { peopleContract } from "#tests/storage/people/people-contract.ts";
import { projectContract } from "#tests/storage/projects/project-contract.ts";
import { releaseContract } from "#tests/storage/projects/release-contract.ts";
import { retentionContract } from "#tests/storage/projects/retention-contract.ts";
import { rollupContract } from "#tests/storage/rollups/rollup-contract.ts";
import { rollupDigestContract } from "#tests/storage/rollups/digest-contract.ts";
import { shareContract } from "#tests/storage/people/share-contract.ts";
import { traceContract } from "#tests/storage/traces/trace-contract.ts";
import { traceDigestContract } from "#tests/storage/traces/digest-contract.ts";
import { traceSearchContract } from "#tests/storage/traces/search-contract.ts";
import { trafficContract } from "#tests/storage/rollups/traffic-contract.ts";
import { vitalContract } from "#tests/storage/rollups/vital-contract.ts";
import { traceDownsamplingContract } from "#tests/storage/traces/downsampling-contract.ts";

/** An empty place for data where any number of stores may be open. */
export type Place = { open(): Promise<Store>; remove(): Promise<void> };

/** A store on an empty place, and a way to open another beside it. */
export type Bench = { store: Store; another(): Promise<Store> };

/** The contract of `server/storage/store.ts`, run against one engine. */
export function storeContract(name: string, makePlace: () => Promise<Place>): void {
  describe(name, () => {
    const bench = {} as Bench;
    let place: Place;
    let opened: Store[];

    beforeEach(async () => {
      place = await makePlace();
      opened = [];
      bench.another = async () => {
        const store = await place.open();
        opened.push(store);
        return store;
      };
      bench.store = await bench.another();
    });

    afterEach(async () => {
      await Promise.all(opened.map((store) => store.close()));
      await place.remove();
    });

    describe("bulk actions", () => bulkContract(bench));
    describe("artifacts", () => artifactContract(bench));
    describe("releases", () => releaseContract(bench));
    describe("projects", () => projectContract(bench));
    describe("accounts, sessions, tokens, settings", () => accountContract(bench));
    describe("members, accounts, tokens, audit log", () => peopleContract(bench));
    describe("invitations and resets", () => accessContract(bench));
    describe("second factors", () => factorContract(bench));
    describe("issues", () => issueContract(bench));
    describe("issue list", () => issueListContract(bench));
    describe("timed issue changes", () => dueContract(bench));
    describe("comments, subscribers, ownership, notification settings", () =>
      discussionContract(bench));
    describe("activity log, notices", () => noticeContract(bench));
    describe("traffic", () => trafficContract(bench));
    describe("alert rules", () => alertContract(bench));
    describe("alert evaluation", () => alertEvaluationContract(bench));
    describe("deliveries", () => deliveryContract(bench));
    describe("delivery planning", () => deliveryPlanContract(bench));
    describe("feedback", () => feedbackContract(bench));
    describe("attachments", () => attachmentContract(bench));
    describe("monitors", () => monitorContract(bench));
    describe("shares", () => shareContract(bench));
    describe("events", () => eventContract(bench));
    describe("late events", () => lateEventContract(bench));
    describe("merging and unmerging", () => groupingContract(bench));
    describe("retention", () => retentionContract(bench));
    describe("digest", () => digestContract(bench));
    describe("name limits", () => cardinalityContract(bench));
    describe("name lists", () => nameListContract(bench));
    describe("rollups", () => rollupContract(bench));
    describe("rollup digest", () => rollupDigestContract(bench));
    describe("web vitals", () => vitalContract(bench));
    describe("traces", () => traceContract(bench));
    describe("trace search", () => traceSearchContract(bench));
    describe("trace digest", () => traceDigestContract(bench));
    describe("trace downsampling", () => traceDownsamplingContract(bench));
  });
}

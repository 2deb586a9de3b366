import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { accessContract } from "./access-contract.ts";
import { accountContract } from "./account-contract.ts";
import { alertContract } from "./alert-contract.ts";
import { alertEvaluationContract } from "./alert-evaluation-contract.ts";
import { artifactContract } from "./artifact-contract.ts";
import { bulkContract } from "./bulk-contract.ts";
import { cardinalityContract } from "./cardinality-contract.ts";
import { deliveryContract } from "./delivery-contract.ts";
import { deliveryPlanContract } from "./delivery-plan-contract.ts";
import { digestContract } from "./digest-contract.ts";
import { discussionContract } from "./discussion-contract.ts";
import { dueContract } from "./due-contract.ts";
import { attachmentContract, feedbackContract } from "./feedback-contract.ts";
import { eventContract } from "./event-contract.ts";
import { factorContract } from "./factor-contract.ts";
import { groupingContract } from "./grouping-contract.ts";
import { issueContract } from "./issue-contract.ts";
import { issueListContract } from "./issue-list-contract.ts";
import { lateEventContract } from "./late-event-contract.ts";
import { monitorContract } from "./monitor-contract.ts";
import { nameListContract } from "./name-list-contract.ts";
import { noticeContract } from "./notice-contract.ts";
import { peopleContract } from "./people-contract.ts";
import { projectContract } from "./project-contract.ts";
import { releaseContract } from "./release-contract.ts";
import { retentionContract } from "./retention-contract.ts";
import { rollupContract } from "./rollup-contract.ts";
import { rollupDigestContract } from "./rollup-digest-contract.ts";
import { shareContract } from "./share-contract.ts";
import { traceContract } from "./trace-contract.ts";
import { traceDigestContract } from "./trace-digest-contract.ts";
import { traceSearchContract } from "./trace-search-contract.ts";
import { trafficContract } from "./traffic-contract.ts";
import { vitalContract } from "./vital-contract.ts";
import { traceDownsamplingContract } from "./trace-downsampling-contract.ts";

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

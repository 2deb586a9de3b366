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
import { traceThinContract } from "./trace-thin-contract.ts";

/** An empty place for data, in which any number of stores may be opened side by side. */
export type Place = { open(): Promise<Store>; remove(): Promise<void> };

/** What a test receives: a store on an empty place, and a way to open another one beside it. */
export type Bench = { store: Store; another(): Promise<Store> };

/** Every promise of `server/storage/store.ts`, run against one engine. */
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

    describe("bulk acts", () => bulkContract(bench));
    describe("artifacts", () => artifactContract(bench));
    describe("releases", () => releaseContract(bench));
    describe("projects", () => projectContract(bench));
    describe("people, sessions, tokens, settings", () => accountContract(bench));
    describe("members, accounts, tokens, the audit log", () => peopleContract(bench));
    describe("how people come in", () => accessContract(bench));
    describe("what proves people", () => factorContract(bench));
    describe("issues", () => issueContract(bench));
    describe("the issue list", () => issueListContract(bench));
    describe("what time moves", () => dueContract(bench));
    describe("comments, who takes part, ownership, choices", () => discussionContract(bench));
    describe("the log of activities, notices", () => noticeContract(bench));
    describe("how much happens", () => trafficContract(bench));
    describe("alert rules", () => alertContract(bench));
    describe("the evaluation of alert rules", () => alertEvaluationContract(bench));
    describe("deliveries", () => deliveryContract(bench));
    describe("when deliveries are planned, and for whom", () => deliveryPlanContract(bench));
    describe("feedback", () => feedbackContract(bench));
    describe("attachments", () => attachmentContract(bench));
    describe("monitors", () => monitorContract(bench));
    describe("shares", () => shareContract(bench));
    describe("events", () => eventContract(bench));
    describe("late events", () => lateEventContract(bench));
    describe("merges and splits", () => groupingContract(bench));
    describe("retention", () => retentionContract(bench));
    describe("the digest", () => digestContract(bench));
    describe("limits on names", () => cardinalityContract(bench));
    describe("lists of names", () => nameListContract(bench));
    describe("rollups", () => rollupContract(bench));
    describe("the digest of rollups", () => rollupDigestContract(bench));
    describe("vitals", () => vitalContract(bench));
    describe("traces", () => traceContract(bench));
    describe("the search for traces", () => traceSearchContract(bench));
    describe("the digest of traces", () => traceDigestContract(bench));
    describe("the thinning of traces", () => traceThinContract(bench));
  });
}

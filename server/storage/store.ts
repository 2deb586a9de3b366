import type { ProjectId } from "#server/domain/ids.ts";
import type { AlertStore } from "#server/storage/alerts/alert-store.ts";
import type { DeliveryStore } from "#server/storage/alerts/delivery-store.ts";
import type { NoticeChoiceStore } from "#server/storage/alerts/notice-choice-store.ts";
import type { NoticeStore } from "#server/storage/alerts/notice-store.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";
import type { AttachmentStore } from "#server/storage/attachments/attachment-store.ts";
import type { BulkStore } from "#server/storage/bulk/bulk-store.ts";
import type {
  DigestTransaction,
  SharedDigest,
  SpoolCursor,
} from "#server/storage/digest/digest-store.ts";
import type { DiscardStore } from "#server/storage/discards/discard-store.ts";
import type {
  CommentStore,
  SubscriptionStore,
} from "#server/storage/discussion/discussion-store.ts";
import type { EventStore } from "#server/storage/events/event-store.ts";
import type { FeedbackStore } from "#server/storage/feedback/feedback-store.ts";
import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import type { FileStore } from "#server/storage/instance/file-store.ts";
import type { SettingStore } from "#server/storage/instance/setting-store.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";
import type { MonitorStore } from "#server/storage/monitors/monitor-store.ts";
import type { NameStore } from "#server/storage/names/name-store.ts";
import type { OutcomeStore } from "#server/storage/outcomes/outcome-store.ts";
import type {
  DeviceStore,
  InvitationStore,
  ResetStore,
  SessionStore,
  ThrottleStore,
} from "#server/storage/people/access-store.ts";
import type {
  IdentityStore,
  PasskeyStore,
  TotpStore,
  UsedTokenStore,
} from "#server/storage/people/factor-store.ts";
import type { AccountStore, MemberStore } from "#server/storage/people/member-store.ts";
import type { AuditStore, PeopleStore } from "#server/storage/people/people-store.ts";
import type { TokenStore } from "#server/storage/people/token-store.ts";
import type { AdmissionStore } from "#server/storage/processes/admission-store.ts";
import type { LeaseStore } from "#server/storage/processes/lease-store.ts";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";
import type { RateStore } from "#server/storage/processes/rate-store.ts";
import type { OwnershipStore } from "#server/storage/projects/ownership-store.ts";
import type {
  DeletionStore,
  KeyStore,
  ProjectStore,
} from "#server/storage/projects/project-store.ts";
import type { SearchStore } from "#server/storage/projects/search-store.ts";
import type { ShareStore } from "#server/storage/projects/share-store.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import type { RollupStore } from "#server/storage/rollups/rollup-store.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";
import type { TrafficStore } from "#server/storage/traffic/traffic-store.ts";

/** Connections of one thread, and the number of waiting calls. */
export type PoolFigures = { inUse: number; idle: number; waiting: number };

/**
 * The interface of every storage engine, by noun. Asynchronous, although SQLite is synchronous,
 * because PostgreSQL is not. All times are milliseconds since 1970. Nothing here depends on
 * requests or pages. `tests/storage` is the contract.
 */
export interface Store {
  /** For an engine with connections. */
  readonly pool?: () => PoolFigures;
  readonly projects: ProjectStore;
  readonly keys: KeyStore;
  readonly deletions: DeletionStore;
  readonly people: PeopleStore;
  readonly members: MemberStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly devices: DeviceStore;
  readonly throttles: ThrottleStore;
  readonly invitations: InvitationStore;
  readonly resets: ResetStore;
  readonly totp: TotpStore;
  readonly passkeys: PasskeyStore;
  readonly identities: IdentityStore;
  readonly usedTokens: UsedTokenStore;
  readonly tokens: TokenStore;
  readonly shares: ShareStore;
  readonly audit: AuditStore;
  readonly issues: IssueStore;
  readonly events: EventStore;
  readonly groupings: GroupingStore;
  readonly traces: TraceStore;
  readonly rollups: RollupStore;
  readonly artifacts: ArtifactStore;
  readonly releases: ReleaseStore;
  readonly alerts: AlertStore;
  readonly traffic: TrafficStore;
  readonly bulk: BulkStore;
  readonly discards: DiscardStore;
  readonly comments: CommentStore;
  readonly subscriptions: SubscriptionStore;
  readonly ownership: OwnershipStore;
  readonly notices: NoticeStore;
  readonly searches: SearchStore;
  readonly feedback: FeedbackStore;
  readonly attachments: AttachmentStore;
  readonly noticeChoices: NoticeChoiceStore;
  readonly deliveries: DeliveryStore;
  readonly monitors: MonitorStore;
  readonly outcomes: OutcomeStore;
  readonly names: NameStore;
  readonly settings: SettingStore;
  readonly retention: RetentionStore;
  readonly files: FileStore;
  readonly leases: LeaseStore;
  readonly processes: ProcessStore;
  readonly rates: RateStore;
  /**
   * Runs one digest batch in one transaction: everything that `work` saved is stored, including the
   * cursor, or nothing is. After a crash, the batch is digested again, and no event is stored
   * twice. `work` may run more than once. No other process or thread stores data of these projects
   * in the meantime; without a list, of any project.
   */
  digest<T>(
    work: (transaction: DigestTransaction) => Promise<T>,
    projectIds?: ProjectId[],
  ): Promise<T>;
  /**
   * The digest's position in this process's spool (`cursor` of DigestChanges); undefined before the
   * first batch.
   */
  digested(): Promise<SpoolCursor | undefined>;
  close(): Promise<void>;
}

/**
 * Absent members apply to databases only: a data folder has no outages and one process, and
 * checking for work costs nothing. `news` changes when the logs that jobs follow get entries, or
 * jobs have new work.
 */
export type OpenedStore = Store & {
  readonly admission?: AdmissionStore;
  readonly shared?: SharedDigest;
  news?(): Promise<string>;
};

export type Page<Row> = { rows: Row[]; /** Opaque; undefined on the last page. */ next?: string };

import type { UserId } from "#server/domain/ids.ts";
import type { MailFacts, MailResult } from "#server/domain/mail/mail.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { Invitation, InvitationState, Offer } from "#server/domain/people/invitation.ts";
import type { User, Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { PendingStep } from "#server/factor-services.ts";
import type { Project } from "#server/domain/project/project.ts";

/**
 * The part of `Commands` (services.ts) by which people come in. A problem of code "limited" or "unavailable" says in
 * `retryAfterS` how long one has to wait.
 */
export interface AccessCommands {
  /** First run only: the owner, the first project and a session. The token is the one that the server printed. */
  setUp(form: SetUp, client: Client): Promise<{ session: NewSession; project: Project } | Problem>;
  /** Whether this set-up token would be accepted now. */
  maySetUp(token: string): Promise<boolean>;
  /** What is answered to a link that opens nothing: "not-found", or "limited" to who has tried many. */
  refuseToken(client: Client): Promise<Problem>;

  signIn(form: { email: string; password: string }, client: Client): Promise<SignInOutcome>;
  signOut(sessionToken: string, client: Client): Promise<void>;
  /** Who a session cookie stands for. `address`: where it is used from now. */
  viewerOfSession(sessionToken: string, address?: string): Promise<Viewer | undefined>;
  /** Most recently seen first. */
  listSessions(user: User, sessionToken: string | undefined): Promise<SessionRow[]>;
  endSession(user: User, id: string, client: Client): Promise<void>;
  endOtherSessions(user: User, client: Client): Promise<number>;

  /** "invalid" when the present password is wrong or the new one does not do. The session is a new one in any case. */
  changePassword(user: User, form: PasswordChange, client: Client): Promise<NewSession | Problem>;
  rename(user: User, form: { name: string }, client: Client): Promise<Problem | undefined>;

  /** The same answer for every address, at once: what is to be done is done afterwards. */
  requestReset(form: { email: string }, client: Client, mailUrl: string): Promise<Problem | undefined>;
  /** A link for a user who cannot have one by mail; the caller shows it once. Undefined: there is no such user. */
  makeResetLink(userId: UserId, asker: Asker): Promise<NewLink | undefined>;
  /** Whose password a link is for; undefined when it opens nothing. */
  resetFor(token: string): Promise<User | undefined>;
  resetPassword(form: PasswordReset, client: Client): Promise<Problem | undefined>;

  /** Renews what is pending for the same address. By mail too, where `mailUrl` is given and mail is set up. */
  invite(
    viewer: Viewer,
    form: { email: string; offer: Offer },
    asked: InvitationAsked,
  ): Promise<MadeInvitation | Problem>;
  /** The same once more, with a new link: the old one is worth nothing then. */
  renewInvitation(viewer: Viewer, id: number, asked: InvitationAsked): Promise<MadeInvitation | Problem>;
  revokeInvitation(viewer: Viewer, id: number, client: Client): Promise<Problem | undefined>;
  invitationFor(token: string): Promise<OpenInvitation | undefined>;
  acceptInvitation(token: string, by: AcceptedBy, client: Client): Promise<AcceptedInvitation | Problem>;

  /** How mail is set up, for people: no secrets. */
  mailFacts(): MailFacts;
  sendTestMail(user: User, mailUrl: string | undefined): Promise<MailResult>;
}

export type SetUp = {
  token: string;
  email: string;
  name: string;
  password: string;
  projectName: string;
  projectSlug: string;
  platform: string;
};

/** The token goes into the cookie `spoor_session` and nowhere else; `device` into `spoor_device`, when it is a new one. */
export type NewSession = {
  token: string;
  user: User;
  expiresAt: number;
  device?: { token: string; expiresAt: number };
};

/** Where a sign-in has got to. A step that asks for more than a password is one more member of this union. */
export type SignInOutcome =
  | { step: "signed-in"; session: NewSession }
  /** A code is asked for: `FactorCommands.completeSignIn`. */
  | { step: "second-factor"; pending: PendingStep }
  | Problem;

export type SessionRow = {
  id: string;
  device: string;
  address: string;
  createdAt: number;
  /** Exact to ten minutes. */
  lastSeenAt: number;
  /** The one that asks. */
  isThis: boolean;
};

export type PasswordChange = { present: string; password: string; endOthers: boolean; revokeTokens: boolean };
/** By a link, which takes the place of the present password. */
export type PasswordReset = { token: string; password: string; revokeTokens: boolean };

/** A secret for a link, shown once; storage keeps its hash. */
export type NewLink = { token: string; email: string; expiresAt: number };

/** `mailUrl`: what links in mails may begin with; undefined: no address that could be trusted is known. */
export type InvitationAsked = { mailUrl?: string; client: Client };
export type MadeInvitation = { invitation: Invitation; token: string; mail: MailResult };

/** An invitation as the person it was sent to sees it. */
export type OpenInvitation = {
  invitation: Invitation;
  state: InvitationState;
  project?: Pick<Project, "slug" | "name">;
  invitedBy?: string;
};

export type AcceptedBy = { name: string; password: string } | { user: User };
/** `session` for who has just got an account. */
export type AcceptedInvitation = { user: User; project?: Pick<Project, "slug" | "name">; session?: NewSession };

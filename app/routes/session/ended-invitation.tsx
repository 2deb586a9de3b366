import { Link } from "react-router";
import type { InvitationState } from "#server/domain/people/invitation.ts";

const sentences: { [state in InvitationState]?: string } = {
  accepted: "This invitation has been accepted already: each works once. If it was you, you have an account here.",
  expired: "This invitation was good for 7 days, and they are over. Ask whoever invited you for a new link.",
  revoked: "This invitation has been withdrawn. Ask whoever invited you whether they meant to.",
};

/** A link that invites to nothing any more, in kind words. */
export function EndedInvitation({ state, detail }: { state?: InvitationState; detail?: string }) {
  return (
    <>
      <h1>Invitation</h1>
      <p>{detail ?? (state && sentences[state])}</p>
      <p>
        <Link to="/login">Sign in</Link>
      </p>
    </>
  );
}

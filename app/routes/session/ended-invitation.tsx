import { Link } from "react-router";
import type { InvitationState } from "#server/domain/people/invitation.ts";

const sentences: { [state in InvitationState]?: string } = {
  accepted: "This invitation was already accepted. If you accepted it, sign in.",
  expired: "This invitation expired after 7 days. Ask for a new one.",
  revoked: "This invitation was revoked. Ask for a new one.",
};

/** The message for an invitation that is no longer valid. */
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

import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { requestContext } from "#app/context.ts";
import type { AskedByViewer } from "#app/guard.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { refused } from "#app/routes/session/refused.ts";
import { emailField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import type { Offer } from "#server/domain/people/invitation.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { MadeInvitation } from "#server/commands/people/invitations.ts";

type Asked = AskedByViewer & { request: Request; context: Readonly<RouterContextProvider> };

/** An invitation's link, which is shown once. */
export type MadeLink = {
  email: string;
  /**
   * Absent if it was emailed: with the link, an admin could find out whether the address has an
   * account.
   */
  url?: string;
  sent: boolean;
  whyNot?: string;
};

const invitationForm = v.object({ email: emailField, role: v.string() });

/** Actions of invitation pages: `invite`, `renew`, `revoke`. `offerOf` reads the role in a form. */
export async function actOnInvitations(asked: Asked, offerOf: (role: string) => Offer | undefined) {
  const form = await asked.request.formData();
  const intent = form.get("intent");
  const id = Number(form.get("invitation"));
  if (intent === "revoke") return revoke(asked, id);
  if (intent === "renew") return shown(asked, await renew(asked, id));
  const read = readForm(invitationForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const offer = offerOf(read.fields.role);
  if (!offer)
    return refused({ problem: "invalid", detail: "Select an option." }, read.fields, "role");
  return inviteTo(asked, read.fields, offer);
}

/** Creates the invitation and shows its link, or an error at the field. */
export async function inviteTo(
  asked: Asked,
  fields: { email: string; role: string },
  offer: Offer,
) {
  const made = await asked.services.commands.invite(
    asked.viewer,
    { email: fields.email, offer },
    from(asked),
  );
  return isProblem(made) ? refused(made, fields, "email") : shown(asked, made);
}

function renew(asked: Asked, id: number): Promise<MadeInvitation | Problem> {
  return asked.services.commands.renewInvitation(asked.viewer, id, from(asked));
}

async function revoke(asked: Asked, id: number) {
  const problem = await asked.services.commands.revokeInvitation(asked.viewer, id, clientOf(asked));
  return problem ? refused(problem, {}) : { revoked: true };
}

function from(asked: Asked) {
  const { mailUrl } = asked.context.get(requestContext);
  return { client: clientOf(asked), ...(mailUrl !== undefined && { mailUrl }) };
}

/** Sent in the response instead of after a redirect, because the link is not shown again. */
function shown({ context, viewer }: Asked, made: MadeInvitation | Problem) {
  if (isProblem(made)) return refused(made, {});
  const { invitation, token, mail } = made;
  const url = `${context.get(requestContext).publicUrl}/invite/${token}`;
  const link: MadeLink = {
    email: invitation.email,
    sent: mail.sent,
    ...((!mail.sent || mayAdminister(viewer)) && { url }),
    ...(!mail.sent && { whyNot: mail.why }),
  };
  return { made: link };
}

import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import type { MadeLink } from "./act.ts";

/** A newly created invitation link, for use without email. */
export function MadeInvitationLink({ email, url, sent, whyNot }: MadeLink) {
  return (
    <section aria-labelledby="made">
      <h2 id="made">Invitation for {email}</h2>
      <output>
        {sent ? `Sent an invitation email to ${email}.` : `No email was sent. ${whyNot}`}{" "}
        {!sent && "Copy this link and send it yourself."}
      </output>
      {url === undefined ? (
        <p className="meta">The link works once, for 7 days.</p>
      ) : (
        <>
          <CodeBlock code={url} label="the link" />
          <p className="meta">It works once, for 7 days. Copy it now. It won't be shown again.</p>
        </>
      )}
    </section>
  );
}

import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** A link to a new password, right after it was made, for who cannot have one by mail. */
export function ResetLink({ email, url }: { email: string; url: string }) {
  return (
    <section aria-labelledby="made">
      <h2 id="made">Password reset for {email}</h2>
      <output>Copy this link and send it yourself.</output>
      <CodeBlock code={url} label="the link" />
      <p className="meta">
        It works once, for 24 hours. Anyone with the link can sign in as this user. Copy it now. It won't be shown
        again.
      </p>
    </section>
  );
}

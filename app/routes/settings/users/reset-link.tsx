import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** A link to a new password, right after it was made, for who cannot have one by mail. */
export function ResetLink({ email, url }: { email: string; url: string }) {
  return (
    <section aria-labelledby="made">
      <h2 id="made">New password for {email}</h2>
      <output>Give them this link yourself.</output>
      <CodeBlock code={url} label="the link" />
      <p className="meta">
        It works once, for 24 hours, and is shown here this once. Whoever has it can sign in as them.
      </p>
    </section>
  );
}

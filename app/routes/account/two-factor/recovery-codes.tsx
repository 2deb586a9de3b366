import { href, Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** Right after they were made: they are nowhere to be read again. */
export function RecoveryCodes({ codes, isFirst }: { codes: string[]; isFirst: boolean }) {
  return (
    <section aria-labelledby="codes">
      {isFirst && (
        <output>The authenticator app is on. Your other sessions were signed out.</output>
      )}
      <h3 id="codes">Recovery codes</h3>
      <p>
        Use them if you lose your authenticator app. Each works once. Copy them now, because they
        won't be shown again
        {!isFirst && ", and the previous ones no longer work"}.
      </p>
      <CodeBlock code={codes.join("\n")} label="the recovery codes" />
      <p>
        <Link to={href("/account/two-factor")}>I saved the codes</Link>
      </p>
    </section>
  );
}

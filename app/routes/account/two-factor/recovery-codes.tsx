import { href, Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";

/** Right after they were made: they are nowhere to be read again. */
export function RecoveryCodes({ codes, isFirst }: { codes: string[]; isFirst: boolean }) {
  return (
    <section aria-labelledby="codes">
      {isFirst && (
        <output>Codes from your app are on. Everywhere else you were signed in, you have been signed out.</output>
      )}
      <h2 id="codes">Recovery codes</h2>
      <p>
        For the day when the app is lost: each opens your account once, in place of a code from the app. Keep them where
        you find them without your phone. They are shown this once
        {!isFirst && ", and the earlier ones are worth nothing now"}.
      </p>
      <CodeBlock code={codes.join("\n")} label="the recovery codes" />
      <p>
        <Link to={href("/account/two-factor")}>I have kept them</Link>
      </p>
    </section>
  );
}

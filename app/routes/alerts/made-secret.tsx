import { href, Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";

type Props = { id: number; name: string; secret: string; project: string };

/** A webhook's secret right after it was made: shown once. */
export function MadeSecret({ id, name, secret, project }: Props) {
  return (
    <>
      <title>{`Webhook secret of ${name} · Spoor`}</title>
      <h1>{name}</h1>
      <output>The rule is saved. This is shown once: give it to whoever receives the webhook.</output>
      <CodeBlock code={secret} label="the webhook's secret" />
      <p>
        Each call carries <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>:
        the HMAC-SHA-256 of id, timestamp and body under this secret.
      </p>
      <p>
        <Link to={href("/:project/alerts/:rule", { project, rule: String(id) })}>The rule</Link>
      </p>
    </>
  );
}

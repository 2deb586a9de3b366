import { href, Link } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";

type Props = { id: number; name: string; secret: string; project: string };

/** A webhook's new secret: shown once. */
export function MadeSecret({ id, name, secret, project }: Props) {
  return (
    <>
      <title>{`Webhook secret of ${name} · Spoor`}</title>
      <h1>{name}</h1>
      <output>Rule saved. Copy the webhook secret now. It won't be shown again.</output>
      <CodeBlock code={secret} label="Webhook secret" />
      <p>
        Each request has <code>webhook-id</code>, <code>webhook-timestamp</code>, and{" "}
        <code>webhook-signature</code> headers. The signature is the HMAC-SHA-256 of ID, timestamp,
        and body with this secret.
      </p>
      <p>
        <Link to={href("/:project/alerts/:rule", { project, rule: String(id) })}>View rule</Link>
      </p>
    </>
  );
}

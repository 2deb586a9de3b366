import { Form } from "react-router";
import { CodeBlock } from "#app/routes/projects/code-block.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { ListedShare } from "#server/storage/projects/share-store.ts";
import type { ShareOutcome } from "./act.ts";
import { lifetimes } from "./share-form.ts";
import { ShareTable } from "./share-table.tsx";

type Props = { project: string; shares: ListedShare[]; outcome?: ShareOutcome; now: number };

/** A form to create a share link, and the existing links. */
export function SharePart({ project, shares, outcome, now }: Props) {
  const wrong = outcome && "wrong" in outcome ? outcome.wrong : undefined;
  return (
    <>
      {outcome && "made" in outcome && <MadeLink {...outcome.made} now={now} />}
      <Form className="form" method="post" noValidate aria-labelledby="new" key={shares[0]?.id}>
        <h2 id="new">New link</h2>
        <FormError wrong={wrong} />
        <Choice label="Expires after" name="days" options={lifetimes} chosen="30" wrong={wrong} />
        <button className="primary" name="intent" value="make">
          Create link
        </button>
      </Form>
      {shares.length > 0 && <ShareTable {...{ project, shares, now }} />}
    </>
  );
}

function MadeLink({ url, expiresAt, now }: { url: string; expiresAt?: number; now: number }) {
  return (
    <section aria-labelledby="made">
      <h2 id="made">Link</h2>
      <output>
        Copy it now. It won't be shown again. It works until it is revoked
        {expiresAt === undefined ? (
          "."
        ) : (
          <>
            {" "}
            or expires <Time at={expiresAt} now={now} />.
          </>
        )}
      </output>
      <CodeBlock code={url} label="the link" />
    </section>
  );
}

import { Form, Link, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Block } from "#server/domain/markdown/markdown.ts";
import type { Handle } from "#server/domain/people/mention.ts";
import type { ShownComment } from "./stream.ts";

/** The returned form: errors, a preview, or the comment's current version. */
export type Answer = WrongForm & { preview?: Block[]; present?: string };

type Props = {
  handles: readonly Handle[];
  answer?: Answer;
  /** The edited comment; absent for a new one. */ comment?: ShownComment;
};

const Markdown = late(async () => (await import("#app/ui/markdown.tsx")).Markdown);

/**
 * The form of a new or edited comment. The save button comes first, because Enter in a field
 * activates it.
 */
export function CommentForm({ handles, answer, comment }: Props) {
  const version = answer?.present === undefined ? comment?.version : answer.values["version"];
  return (
    <Form className="comment-form" method="post" noValidate>
      <FormError wrong={answer} />
      {answer?.present !== undefined && <Present text={answer.present} />}
      {comment && <input type="hidden" name="id" value={comment.id} />}
      {comment && <input type="hidden" name="version" value={version} />}
      <TextArea
        {...{
          label: comment ? "Your comment" : "Comment",
          name: "text",
          rows: comment ? 8 : 4,
          wrong: answer,
        }}
        defaultValue={comment?.text}
        hint={<Hint handles={handles} />}
      />
      {answer?.preview && (
        <section className="comment" aria-label="Preview">
          {answer.preview.length === 0 ? (
            <p className="meta">Nothing to preview.</p>
          ) : (
            <Markdown blocks={answer.preview} />
          )}
        </section>
      )}
      <p className="row">
        <button className="primary" name="intent" value={comment ? "edit" : "comment"}>
          {comment ? "Save" : "Comment"}
        </button>
        <button name="intent" value="preview">
          Preview
        </button>
        {comment && <BackLink comment={comment}>Cancel</BackLink>}
      </p>
    </Form>
  );
}

/** If saved again, the text below replaces this one: the author has then seen both. */
function Present({ text }: { text: string }) {
  return (
    <>
      <p>Current version:</p>
      <pre className="raw">{text}</pre>
      <p>Your version is below. Saving replaces the current version.</p>
    </>
  );
}

function Hint({ handles }: { handles: readonly Handle[] }) {
  const named = handles.slice(0, mostNamed);
  return (
    <>
      Markdown. Short IDs of issues become links.{" "}
      {named.length > 0 && (
        <>
          Mention members with{" "}
          {named.map(({ id, name, handle }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <code>@{handle}</code> ({name})
            </span>
          ))}
          {handles.length > named.length && ", or by email"}.
        </>
      )}
    </>
  );
}

const mostNamed = 12;

export function BackLink({ comment, children }: { comment: ShownComment; children: string }) {
  const { pathname, search } = useLocation();
  return <Link to={`${pathname}${withoutAct(search)}#comment-${comment.id}`}>{children}</Link>;
}

/** The page's query without the parameters that opened a form. */
export function withoutAct(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("edit");
  params.delete("delete");
  const kept = params.toString();
  return kept === "" ? "" : `?${kept}`;
}

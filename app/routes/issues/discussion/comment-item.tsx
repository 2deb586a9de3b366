import { Form, Link, useLocation } from "react-router";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Markdown } from "#app/ui/markdown.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Handle } from "#server/domain/people/mention.ts";
import { type Answer, BackLink, CommentForm } from "./comment-form.tsx";
import type { ShownComment } from "./stream.ts";

type Props = {
  comment: ShownComment;
  /** The action in the URL. */
  open?: "edit" | "delete";
  answer?: Answer;
  handles: readonly Handle[];
  now: number;
};

/** A comment, its form, or the note of a deleted one. */
export function CommentItem({ comment, open, answer, handles, now }: Props) {
  return (
    <li id={`comment-${comment.id}`}>
      <span>
        <b>{comment.by?.name ?? "A former user"}</b>{" "}
        {comment.deletedAt === undefined ? "commented" : "deleted a comment"}
      </span>{" "}
      <span className="meta">
        <Time at={comment.deletedAt ?? comment.at} now={now} />
        {comment.editedAt !== undefined && comment.deletedAt === undefined && (
          <>
            , edited <Time at={comment.editedAt} now={now} />
          </>
        )}
        {open === undefined && <Acts comment={comment} />}
      </span>
      {open === "edit" && comment.text !== undefined ? (
        <CommentForm {...{ comment, handles, answer }} />
      ) : (
        comment.deletedAt === undefined && (
          <div className="comment">
            <Markdown blocks={comment.blocks} />
          </div>
        )
      )}
      {open === "delete" && comment.mayDelete && <DeleteForm comment={comment} answer={answer} />}
    </li>
  );
}

function Acts({ comment }: { comment: ShownComment }) {
  const whose =
    comment.text === undefined
      ? `the comment by ${comment.by?.name ?? "a former user"}`
      : "your comment";
  return (
    <>
      {comment.text !== undefined && (
        <>
          {" · "}
          <ActLink {...{ comment, act: "edit", label: `Edit ${whose}` }}>Edit</ActLink>
        </>
      )}
      {comment.mayDelete && (
        <>
          {" · "}
          <ActLink {...{ comment, act: "delete", label: `Delete ${whose}` }}>Delete…</ActLink>
        </>
      )}
    </>
  );
}

type ActLinkProps = {
  comment: ShownComment;
  act: "edit" | "delete";
  label: string;
  children: string;
};

function ActLink({ comment, act, label, children }: ActLinkProps) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("edit");
  params.delete("delete");
  params.set(act, String(comment.id));
  return (
    <Link to={`${pathname}?${params}#comment-${comment.id}`} aria-label={label} preventScrollReset>
      {children}
    </Link>
  );
}

function DeleteForm({ comment, answer }: { comment: ShownComment; answer?: Answer }) {
  return (
    <Form method="post">
      <FormError wrong={answer} />
      <input type="hidden" name="id" value={comment.id} />
      <p className="row">
        <span>This cannot be undone.</span>
        <button name="intent" value="delete">
          Delete comment
        </button>
        <BackLink comment={comment}>Cancel</BackLink>
      </p>
    </Form>
  );
}

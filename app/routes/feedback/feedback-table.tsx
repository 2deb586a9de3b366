import { Form } from "react-router";
import { SelectAll } from "#app/enhance/select-all.tsx";
import type { FeedbackState } from "#server/domain/feedback/feedback.ts";
import type { ShownFeedback } from "./shown-feedback.ts";
import { FeedbackSubject, Words } from "./words.tsx";
import { Table } from "#app/ui/table.tsx";

type TableProps = { project: string; rows: ShownFeedback[]; now: number; refused?: string };

const acts: { intent: string; text: string; state: FeedbackState }[] = [
  { intent: "resolve", text: "Resolve", state: "resolved" },
  { intent: "spam", text: "Mark as spam", state: "spam" },
  { intent: "unread", text: "Mark as unread", state: "unread" },
];

/** The state of selected feedback after each intent. */
export const stateAfter = (intent: unknown): FeedbackState | undefined =>
  acts.find((act) => act.intent === intent)?.state;

/** Feedback with actions on the selection, in one form. */
export function FeedbackTable({ project, rows, now, refused }: TableProps) {
  return (
    <Form method="post" preventScrollReset>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      <Table
        caption="Feedback, newest first"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: <SelectAll name="feedback" label="Select all" />,
            className: "tick",
            cell: ({ id }) => (
              <input
                type="checkbox"
                name="feedback"
                value={id}
                aria-label={`Select feedback ${id}`}
              />
            ),
          },
          {
            head: "Message",
            className: "message-column",
            isRowHead: true,
            cell: (feedback) => (
              <>
                <Words {...{ project, feedback, now }} />
                <div className="only-phone">
                  <FeedbackSubject {...{ project, feedback }} />
                </div>
              </>
            ),
          },
          {
            head: "About",
            className: "wide",
            cell: (feedback) => <FeedbackSubject {...{ project, feedback }} />,
          },
        ]}
      />
      <div className="selection">
        <span className="selected">selected</span>
        {acts.map(({ intent, text }) => [
          <button
            key={intent}
            name="intent"
            value={intent}
            className={intent === acts[0]!.intent ? "primary" : undefined}
          >
            {text}
          </button>,
          " ",
        ])}
      </div>
    </Form>
  );
}

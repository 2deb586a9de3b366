import { Form } from "react-router";
import { TickAll } from "#app/enhance/tick-all.tsx";
import type { FeedbackState } from "#server/domain/feedback/feedback.ts";
import type { ShownFeedback } from "./shown-feedback.ts";
import { AboutWhat, Words } from "./words.tsx";

type TableProps = { project: string; rows: ShownFeedback[]; now: number; refused?: string };

const acts: { intent: string; text: string; state: FeedbackState }[] = [
  { intent: "resolve", text: "Resolve", state: "resolved" },
  { intent: "spam", text: "Mark as spam", state: "spam" },
  { intent: "unread", text: "Mark as unread", state: "unread" },
];

/** What becomes of the ticked ones by each intent. */
export const stateAfter = (intent: unknown): FeedbackState | undefined =>
  acts.find((act) => act.intent === intent)?.state;

/** The words and what can be done to the ticked ones: one form. */
export function FeedbackTable({ project, rows, now, refused }: TableProps) {
  return (
    <Form method="post" preventScrollReset>
      <div className="row bulk">
        {acts.map(({ intent, text }) => [
          <button key={intent} name="intent" value={intent} className={intent === "resolve" ? "primary" : undefined}>
            {text}
          </button>,
          " ",
        ])}
        {refused ? (
          <strong className="error" role="alert">
            {refused}
          </strong>
        ) : (
          <span className="meta">applies to selected feedback</span>
        )}
      </div>
      <table className="ledger feedback">
        <caption>Feedback, newest first</caption>
        <thead>
          <tr>
            <td className="tick">
              <TickAll name="feedback" label="Select all" />
            </td>
            <th scope="col">Message</th>
            <th scope="col">About</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((feedback) => (
            <tr key={feedback.id}>
              <td className="tick">
                <input
                  type="checkbox"
                  name="feedback"
                  value={feedback.id}
                  aria-label={`Select feedback ${feedback.id}`}
                />
              </td>
              <th scope="row">
                <Words {...{ project, feedback, now }} />
              </th>
              <td>
                <AboutWhat {...{ project, feedback }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Form>
  );
}

import { Form } from "react-router";

/** Sends an event like an SDK; the page redirects to its issue. */
export function TestEventForm({ sent, refused }: { sent: boolean; refused?: string }) {
  return (
    <Form method="post" className="row">
      <button>Send a test event</button>
      {sent && <output>Test event received. Opening it…</output>}
      {refused && (
        <strong role="alert" className="error">
          {refused}
        </strong>
      )}
    </Form>
  );
}

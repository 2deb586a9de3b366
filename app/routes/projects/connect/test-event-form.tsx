import { Form } from "react-router";

/** Sends an event the way an SDK would; the page goes to its issue once it is there. */
export function TestEventForm({ sent, refused }: { sent: boolean; refused?: string }) {
  return (
    <Form method="post" className="row">
      <button>Send a test event</button>
      {sent && <output>The test event was taken in. Its page opens in a moment.</output>}
      {refused && (
        <strong role="alert" className="error">
          {refused}
        </strong>
      )}
    </Form>
  );
}

import { chatKinds, chatServices } from "#server/domain/alert/chat.ts";
import { Link } from "react-router";
import { channelNames, type ShownDelivery } from "./shown-delivery.ts";

type RuleButtonsProps = {
  save: string;
  /** Target of *Cancel*. */
  back: string;
  /** Responses of a test's recipients. */
  tested?: ShownDelivery[];
};

/** The buttons of a rule's form. Return saves, because it activates a form's first button. */
export function RuleButtons({ save, back, tested }: RuleButtonsProps) {
  return (
    <>
      {tested && <Tested tested={tested} />}
      <div className="row">
        <button className="primary" name="intent" value="save">
          {save}
        </button>
        <button name="intent" value="preview">
          Preview
        </button>
        <button name="intent" value="test">
          Send test notification
        </button>
        <Link className="button quiet" to={back}>
          Cancel
        </Link>
      </div>
    </>
  );
}

/** Without scripts, the page reloads, and the focus scrolls the result into view. */
function Tested({ tested }: { tested: ShownDelivery[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the answer to the button that was pressed
    <div className="row" role="status" tabIndex={-1} autoFocus>
      {tested.length === 0
        ? "No test was sent: no member has email notifications on."
        : "Test notification:"}
      {tested.map(({ id, channel, to, state, answer }) => (
        <p key={id}>
          <span className={`badge ${marks[state]}`}>{state}</span> {channelNames[channel]} to {to}.{" "}
          {answer ?? "No response yet."}
        </p>
      ))}
      {chatKinds
        .filter((kind) => tested.some(({ channel }) => channel === kind))
        .map((kind) => (
          <small key={kind}>
            The {chatServices[kind].name} webhook URL isn't shown again. If its field is empty,
            enter the URL again.
          </small>
        ))}
    </div>
  );
}

const marks: Record<ShownDelivery["state"], string> = {
  pending: "",
  retrying: "",
  delivered: "resolved",
  failed: "regressed",
};

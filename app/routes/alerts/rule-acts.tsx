import { Form, href, Link } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { muteChoices } from "./mute-choices.ts";

type Props = { params: { project: string; rule: string }; mayChange: boolean; isMuted: boolean };

/** What people do with a rule. */
export function RuleActs({ params, mayChange, isMuted }: Props) {
  return (
    <div className="row">
      <Form method="post" className="row">
        {!isMuted && (
          <select name="for" aria-label="Mute for" defaultValue="1d">
            <Options options={muteChoices} />
          </select>
        )}
        <button name="intent" value={isMuted ? "unmute" : "mute"}>
          {isMuted ? "Unmute" : "Mute"}
        </button>
      </Form>
      {mayChange && (
        <Form method="post">
          <button name="intent" value="test">
            Send test notification
          </button>
        </Form>
      )}
      {mayChange && <Link to={href("/:project/alerts/:rule/edit", params)}>Edit</Link>}
      {mayChange && <Link to={href("/:project/alerts/:rule/delete", params)}>Delete</Link>}
    </div>
  );
}

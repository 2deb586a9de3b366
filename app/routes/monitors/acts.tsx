import { Form, href, Link } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { Time } from "#app/ui/time.tsx";
import { muteChoices } from "./mute-choices.ts";

type ActsProps = {
  project: string;
  monitor: string;
  mutedUntil?: number;
  isPaused: boolean;
  mayDelete: boolean;
  now: number;
};

/** What people do with a monitor. */
export function Acts({ project, monitor, mutedUntil, isPaused, mayDelete, now }: ActsProps) {
  const params = { project, monitor };
  return (
    <div className="row">
      {mutedUntil === undefined ? (
        <Form method="post" className="row">
          <select name="for" aria-label="Mute for" defaultValue="1d">
            <Options options={muteChoices} />
          </select>
          <button name="intent" value="mute">
            Mute
          </button>
        </Form>
      ) : (
        <Form method="post" className="row">
          <span>
            Muted, ends <Time at={mutedUntil} now={now} />
          </span>
          <button name="intent" value="unmute">
            Unmute
          </button>
        </Form>
      )}
      <Form method="post">
        <button name="intent" value={isPaused ? "resume" : "pause"}>
          {isPaused ? "Resume" : "Pause"}
        </button>
      </Form>
      <Link to={href("/:project/monitors/:monitor/edit", params)}>Edit</Link>
      {mayDelete && <Link to={href("/:project/monitors/:monitor/delete", params)}>Delete</Link>}
    </div>
  );
}

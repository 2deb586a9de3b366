import { Form } from "react-router";
import { Icon } from "../icon.tsx";
import { Menu } from "../menu.tsx";
import { muteChoices } from "./mute-choices.ts";

/** *Mute* with its durations as a menu, or *Unmute*. */
export function MuteForm({ isMuted }: { isMuted: boolean }) {
  if (isMuted)
    return (
      <Form method="post">
        <button name="intent" value="unmute">
          Unmute
        </button>
      </Form>
    );
  return (
    <Menu
      summary={
        <>
          Mute <Icon name="down" />
        </>
      }
    >
      <Form method="post" className="items">
        <input type="hidden" name="intent" value="mute" />
        {Object.entries(muteChoices).map(([length, text]) => (
          <button key={length} name="for" value={length}>
            {text}
          </button>
        ))}
      </Form>
    </Menu>
  );
}

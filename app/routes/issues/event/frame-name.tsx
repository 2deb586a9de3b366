import type { Frame } from "#server/domain/event/error-event.ts";
import { isExtensionFrame } from "#server/domain/event/extension-frame.ts";

/** A frame in one line: the function, and where it stands. */
export function FrameName({ frame }: { frame: Frame }) {
  const { file, absPath, module, line, column } = frame;
  const place = [file ?? absPath ?? module, line, column].filter((part) => part !== undefined).join(":");
  return (
    <>
      <code className="function">{frame.function ?? "(anonymous)"}</code>{" "}
      <code className="place" title={absPath}>
        {place}
      </code>
      {isExtensionFrame(frame) && <Mark text="browser extension" />}
      {frame.unmapped && <Mark text="not mapped" />}
    </>
  );
}

const Mark = ({ text }: { text: string }) => [
  " ",
  <span key={text} className="badge">
    {text}
  </span>,
];

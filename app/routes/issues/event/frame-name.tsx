import type { Frame } from "#server/domain/event/error-event.ts";
import { isExtensionFrame } from "#server/domain/event/extension-frame.ts";

/**
 * A frame on one line: function and location. `isExplained`: the reason why it is not mapped is
 * below.
 */
export function FrameName({ frame, isExplained }: { frame: Frame; isExplained: boolean }) {
  const { file, absPath, module, line, column } = frame;
  const place = [file ?? absPath ?? module, line, column]
    .filter((part) => part !== undefined)
    .join(":");
  return (
    <>
      <code className="function">{isUnnamed(frame.function) ? "(anonymous)" : frame.function}</code>{" "}
      <code className="place" title={absPath}>
        {place}
      </code>
      {isExtensionFrame(frame) && <Mark text="browser extension" />}
      {frame.unmapped && !isExplained && <Mark text="not mapped" />}
    </>
  );
}

/** SDKs send a question mark if the browser has no name. */
export const isUnnamed = (name: string | undefined): boolean =>
  name === undefined || name === "?" || name === "";

const Mark = ({ text }: { text: string }) => [
  " ",
  <span key={text} className="badge">
    {text}
  </span>,
];

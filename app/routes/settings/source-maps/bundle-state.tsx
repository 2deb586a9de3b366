import type { Bundle } from "#server/domain/artifact/artifact.ts";

const words = { uploading: "Uploading", assembling: "Assembling", ready: "Ready" };

/** The status label; for failed ones, with the reason. */
export function BundleStateText({ state }: Pick<Bundle, "state">) {
  if (state.state !== "failed") return words[state.state];
  return (
    <>
      <strong className="bad">Failed</strong>
      <div className="meta">{state.reason}</div>
    </>
  );
}

import type { Bundle } from "#server/domain/artifact/artifact.ts";

/** The state's word; of what failed also why. */
export function BundleStateText({ state }: Pick<Bundle, "state">) {
  if (state.state !== "failed") return state.state;
  return (
    <>
      <strong className="bad">failed</strong>
      <div className="meta">{state.reason}</div>
    </>
  );
}

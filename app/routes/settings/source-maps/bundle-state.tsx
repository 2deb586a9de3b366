import type { Bundle } from "#server/domain/artifact/artifact.ts";

/** The status label; for failed ones, with the reason. */
export function BundleStateText({ state }: Pick<Bundle, "state">) {
  if (state.state !== "failed") return state.state;
  return (
    <>
      <strong className="bad">failed</strong>
      <div className="meta">{state.reason}</div>
    </>
  );
}

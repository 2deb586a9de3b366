import { capitalized } from "#server/domain/capitalized.ts";
import type { Bundle } from "#server/domain/artifact/artifact.ts";

/** The status label; for failed ones, with the reason. */
export function BundleStateText({ state }: Pick<Bundle, "state">) {
  if (state.state !== "failed") return capitalized(state.state);
  return (
    <>
      <strong className="bad">Failed</strong>
      <div className="meta">{state.reason}</div>
    </>
  );
}

import { grouped } from "#app/ui/count.ts";
import { crashFreeText } from "#server/domain/release/crash-free.ts";

/** `99.2%` and, small, `12 of 1,500 crashed`. Nothing where nobody was counted. */
export function CrashFree({ crashed, all }: { crashed: number; all: number }) {
  if (all === 0) return null;
  return (
    <>
      {crashFreeText(crashed, all)}
      <div className="meta">
        {crashed > 0 && <span className="bad">{`✕ ${grouped(crashed)} `}</span>}
        {`of ${grouped(all)}`}
        {crashed > 0 && <span className="hidden"> crashed</span>}
      </div>
    </>
  );
}

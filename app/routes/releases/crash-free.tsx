import { grouped } from "#app/ui/count.ts";
import { crashFreeText } from "#server/domain/release/crash-free.ts";

/** `99.2%`, red once anything crashed, with the counts behind it. Nothing where nobody was counted. */
export function CrashFree({ crashed, all }: { crashed: number; all: number }) {
  if (all === 0) return "–";
  return (
    <span className={crashed > 0 ? "bad" : undefined} title={`${grouped(crashed)} of ${grouped(all)} crashed`}>
      {crashFreeText(crashed, all)}
    </span>
  );
}

import type { Standing } from "#server/domain/monitor/standing.ts";

const marks: { readonly [standing in Standing]: string } = {
  ...{ failing: "✕", missed: "○", late: "◷", waiting: "…", ok: "✓", paused: "‖" },
};

/** The state of a monitor: a mark and its word. */
export function StandingMark({ standing, text }: { standing: Standing; text: string }) {
  return (
    <span className={`standing ${standing}`}>
      <span aria-hidden="true">{marks[standing]}</span> {text}
    </span>
  );
}

import type { MonitorStatus } from "#server/domain/monitor/status.ts";

const marks: { readonly [status in MonitorStatus]: string } = {
  failing: "✕",
  missed: "○",
  late: "◷",
  waiting: "…",
  ok: "✓",
  paused: "‖",
};

/** A monitor's status: a mark and its label. */
export function StatusMark({ status, text }: { status: MonitorStatus; text: string }) {
  return (
    <span className={`standing ${status}`}>
      <span aria-hidden="true">{marks[status]}</span> {text}
    </span>
  );
}

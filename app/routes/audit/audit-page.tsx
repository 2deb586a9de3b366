import { Pager } from "#app/ui/pager.tsx";
import { AuditFilter } from "./audit-filter.tsx";
import { AuditTable } from "./audit-table.tsx";
import type { AuditAsked, AuditRow } from "./list-audit.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

type AuditPageProps = { caption: string; rows: AuditRow[]; next?: string; asked: AuditAsked; now: number };

/** The audit log, of this Spoor or of one project. */
export function AuditPage({ caption, rows, next, asked, now }: AuditPageProps) {
  const isFiltered = Object.values(asked).some(Boolean);
  return (
    <SettingsPart title="Audit log" text="Entries are kept for 400 days. Days are in UTC." isWide>
      <AuditFilter {...asked} />
      {rows.length > 0 ? (
        <AuditTable caption={caption} rows={rows} now={now} />
      ) : (
        <p className="empty">{isFiltered ? "No entries match these filters." : "No entries yet."}</p>
      )}
      <Pager next={next} label="Pages of the audit log" />
    </SettingsPart>
  );
}

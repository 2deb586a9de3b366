import { counted } from "#server/domain/count.ts";
import { Pairs } from "#app/ui/pairs.tsx";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";

export function Packages({ modules }: { modules: ErrorEvent["modules"] }) {
  if (modules.length === 0) return null;
  return (
    <details className="part">
      <summary>
        <h2>Packages</h2> <span className="meta">{counted(modules.length, "package")}</span>
      </summary>
      <Pairs caption="Packages" pairs={modules} />
    </details>
  );
}

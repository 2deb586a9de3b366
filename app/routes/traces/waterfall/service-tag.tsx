import { serviceClass } from "#app/ui/trace/service-class.ts";

/** A row's service by name and color. `index`: its place among the trace's services. */
export function ServiceTag({ index, name }: { index: number; name: string | undefined }) {
  return (
    <span className={`service ${serviceClass(index)}`}>
      <span>{name}</span>
    </span>
  );
}

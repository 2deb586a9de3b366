import { grouped } from "#server/domain/count.ts";
import { serviceClass } from "#app/ui/service-class.ts";

const named = 16;

/** Which color is which service; the rows name theirs too. */
export function Legend({ services, hasFailed }: { services: string[]; hasFailed: boolean }) {
  return (
    <ul className="row legend" aria-label="Services">
      {services.slice(0, named).map((service, place) => (
        <li key={service}>
          <svg className={serviceClass(place)} aria-hidden="true" width="10" height="10">
            <rect width="10" height="10" />
          </svg>{" "}
          {service}
        </li>
      ))}
      {services.length > named && (
        <li className="meta">{`and ${grouped(services.length - named)} more`}</li>
      )}
      {hasFailed && (
        <li>
          <svg className="failed" aria-hidden="true" width="10" height="10">
            <rect width="10" height="10" />
          </svg>{" "}
          Failed
        </li>
      )}
      <li>
        <svg aria-hidden="true" width="10" height="10">
          <rect className="critical" y="4" width="10" height="2" />
        </svg>{" "}
        Critical path
      </li>
    </ul>
  );
}

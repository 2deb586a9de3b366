import { Facts } from "#app/ui/facts.tsx";
import type { CspReport, ErrorEvent } from "#server/domain/event/error-event.ts";

/** The message of an event, unless the exceptions contain it. */
type Said = Pick<ErrorEvent, "message" | "exceptions" | "csp">;

export function EventMessages({ event: { message, exceptions, csp } }: { event: Said }) {
  const repeated = exceptions.some(({ value }) => value === message);
  return (
    <>
      {message && !repeated && (
        <section className="part">
          <h2>Message</h2>
          <p className="message">{message}</p>
        </section>
      )}
      {csp && <Csp csp={csp} />}
    </>
  );
}

function Csp({ csp }: { csp: CspReport }) {
  const source = [csp.sourceFile, csp.line, csp.column]
    .filter((part) => part !== undefined)
    .join(":");
  return (
    <section className="part">
      <h2>Content security policy</h2>
      <Facts
        facts={[
          ["Directive", <code key="directive">{csp.directive}</code>],
          ["Blocked", <code key="blocked">{csp.blockedUri}</code>],
          ["On page", csp.documentUri],
          ["Source", source],
          ["Disposition", csp.disposition],
          ["Sample", csp.sample && <code key="sample">{csp.sample}</code>],
        ]}
      />
    </section>
  );
}

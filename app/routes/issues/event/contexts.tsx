import { Pairs } from "#app/ui/pairs.tsx";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";
import { remainingContext, remainingFields } from "./remaining-pairs.ts";

/** Contexts and extra data. */
export function Contexts({ event }: { event: ErrorEvent }) {
  const contexts = Object.entries(event.contexts)
    .map(([name, context]) => [name, remainingContext(name, context, event)] as const)
    .filter(([, pairs]) => pairs.length > 0);
  const own = remainingFields(ownFields(event), event);
  const extra = Object.entries(event.extra);
  if (contexts.length + own.length + extra.length === 0) return null;
  return (
    <section className="part">
      <h2>Contexts</h2>
      <div className="cols">
        {own.length > 0 && <Pairs caption="Event" pairs={own} />}
        {contexts.map(([name, pairs]) => (
          <Pairs key={name} caption={name} pairs={pairs} />
        ))}
        {extra.length > 0 && <Pairs caption="Extra" pairs={extra} />}
      </div>
    </section>
  );
}

function ownFields(event: ErrorEvent): [string, Json][] {
  const { platform, level, release, dist, environment, serverName, transaction, logger, sdk } =
    event;
  const named = {
    level,
    platform,
    release,
    dist,
    environment,
    transaction,
    logger,
    server: serverName,
  };
  const pairs = Object.entries({ ...named, sdk: sdk && `${sdk.name} ${sdk.version}` });
  return pairs.filter((pair): pair is [string, string] => Boolean(pair[1]));
}

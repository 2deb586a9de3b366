import { Pairs } from "#app/ui/pairs.tsx";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";

/** Where it ran and what else was sent along. */
export function Contexts({ event }: { event: ErrorEvent }) {
  const contexts = Object.entries(event.contexts).filter(([, context]) => Object.keys(context).length > 0);
  const extra = Object.entries(event.extra);
  return (
    <section className="part">
      <h2>Contexts</h2>
      <Pairs caption="Event" pairs={ownFields(event)} />
      {contexts.map(([name, context]) => (
        <Pairs key={name} caption={name} pairs={Object.entries(context)} />
      ))}
      {extra.length > 0 && <Pairs caption="Extra" pairs={extra} />}
    </section>
  );
}

function ownFields(event: ErrorEvent): [string, Json][] {
  const { platform, level, release, dist, environment, serverName, transaction, logger, sdk } = event;
  const named = { level, platform, release, dist, environment, transaction, logger, server: serverName };
  const pairs = Object.entries({ ...named, sdk: sdk && `${sdk.name} ${sdk.version}` });
  return pairs.filter((pair): pair is [string, string] => Boolean(pair[1]));
}

import { isParentRemote } from "./timing/process.ts";
import type { Attributes, Span } from "./span.ts";

type Timed = { span: Span; clock: number };
type Clock = { key: string; hasHost: boolean; isNamed: boolean };

/**
 * Numbers the clocks of a trace's spans, parents first: equal numbers mean the same clock.
 * Processes of one host share its clock (`host.id`, `host.name`); otherwise, each process has one,
 * as far as it is identified.
 */
export function clockFinder(): (span: Span, parent: Timed | undefined) => number {
  const read = clockReader();
  const numbers = new Map<string, number>();
  let count = 0;
  return (span, parent) => {
    if (parent && isParentRemote(span) === false) return parent.clock;
    const own = read(span);
    // Replicas of a service without identification look alike; a remote parent distinguishes them.
    const isReplica = !own.hasHost && !own.isNamed && isParentRemote(span) === true;
    if (parent && read(parent.span).key === own.key) return isReplica ? count++ : parent.clock;
    const known = numbers.get(own.key) ?? count++;
    numbers.set(own.key, known);
    return known;
  };
}

function clockReader(): (span: Span) => Clock {
  const known = new Map<Attributes, Map<string, Clock>>();
  return ({ resource, service }) => {
    const ofResource = known.get(resource) ?? new Map<string, Clock>();
    const clock = ofResource.get(service) ?? readClock(resource, service);
    if (ofResource.size === 0) known.set(resource, ofResource);
    ofResource.set(service, clock);
    return clock;
  };
}

function readClock(resource: Attributes, service: string): Clock {
  const host = resource["host.id"] ?? resource["host.name"];
  const instance =
    resource["service.instance.id"] ?? resource["k8s.pod.uid"] ?? resource["process.pid"];
  const key =
    host == null ? `process ${service} ${String(instance ?? "")}` : `host ${String(host)}`;
  return { key, hasHost: host != null, isNamed: instance != null };
}

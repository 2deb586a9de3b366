import type { Attributes, Span } from "./span.ts";

/** Says whether two spans were timed by the same clock. Made anew for each trace: it remembers what it has read. */
export function clockComparer(): (parent: Span, child: Span) => boolean {
  const read = clockReader();
  return (parent, child) => {
    if (child.parentIsRemote === false) return true;
    const [parents, childs] = [read(parent), read(child)];
    if (parents.host !== undefined && childs.host !== undefined) return parents.host === childs.host;
    if (parents.process !== childs.process) return false;
    // Replicas of a service that say nothing of themselves look alike; a remote parent tells them apart.
    return childs.isNamed || child.parentIsRemote !== true;
  };
}

type Clock = { host: string | undefined; process: string; isNamed: boolean };

/** Processes of one host share its clock (`host.id`, `host.name`); otherwise a clock is a process, as far as it is told. */
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
  const instance = resource["service.instance.id"] ?? resource["k8s.pod.uid"] ?? resource["process.pid"];
  return {
    host: host == null ? undefined : String(host),
    process: `${service} ${String(instance ?? "")}`,
    isNamed: instance != null,
  };
}

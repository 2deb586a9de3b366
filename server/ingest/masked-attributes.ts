import { currentName } from "#server/domain/trace/terms/attribute-names.ts";
import type { ScrubRules } from "./scrub-rules.ts";

/**
 * Whether an attribute's value is overwritten before its span is stored. `server`: only on server
 * spans.
 */
export type Masking = "always" | "server" | undefined;

/** For a server, the peer is the visitor; for a client, it is the server. */
const peers = new Set(["network.peer.address", "net.peer.name", "net.sock.peer.name"]);

export function maskingOf({ verdictOf, keepIp }: ScrubRules): (attribute: string) => Masking {
  return (attribute) => {
    const verdict = verdictOf(attribute);
    if (verdict === "never") return undefined;
    if (verdict === "strong" || verdict === "listed" || verdict === "address") return "always";
    if (keepIp) return undefined;
    const name = currentName(attribute);
    if (name === "client.address") return "always";
    return peers.has(name) || peers.has(attribute) ? "server" : undefined;
  };
}

const known = 0x100;
const remote = 0x200;

/**
 * Whether a span's parent ran in another process, by the span's `flags`; older senders don't set
 * them.
 */
export function isRemote(flags: number): boolean | undefined {
  return (flags & known) === 0 ? undefined : (flags & remote) !== 0;
}

export function flagsOf(parentIsRemote: boolean | undefined): number {
  return parentIsRemote === undefined ? 0 : known | (parentIsRemote ? remote : 0);
}

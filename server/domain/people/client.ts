/** Who sends a request, as far as it says: what throttling, sessions and the audit log go by. */
export type Client = {
  /** As far as trusted proxies say. */
  address: string;
  userAgent: string;
  /** The session it came with, which the next one takes the place of. */
  sessionToken?: string;
  /** What the browser was given when it signed in. */
  deviceToken?: string;
};

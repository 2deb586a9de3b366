/** The client of a request, for throttling, sessions, and the audit log. */
export type Client = {
  /** According to trusted proxies. */
  address: string;
  userAgent: string;
  /** The request's session, replaced by the next one. */
  sessionToken?: string;
  /** The browser's token from its last sign-in. */
  deviceToken?: string;
};

import {
  createSentryHandleError,
  createSentryServerInstrumentation,
  getMetaTagTransformer,
  wrapSentryHandleRequest,
} from "@sentry/react-router";

export const instrumentations = [createSentryServerInstrumentation()];
export const handleError = createSentryHandleError({ logErrors: false });
export const wrap = wrapSentryHandleRequest;
export const markUp = getMetaTagTransformer;
export const traceMeta = () => [];
export const browserSettings = () => ({ dsn: process.env.SPOOR_DSN });

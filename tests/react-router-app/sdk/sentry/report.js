// `onError` reports it.
export const reportRenderError = () => undefined;

// Reported by `onError`.
export const reportRenderError = () => undefined;

/**
 * A console message for developers about why telemetry is lost. Without a status, there was no
 * response.
 */
export function warn(url: string, status: number | undefined): void {
  console.warn(`spoor-react-router: Traces could not be sent: ${url} ${reasonOf(status)}`);
}

function reasonOf(status: number | undefined): string {
  if (status === undefined)
    return "did not respond. Check the URL, connect-src of the Content-Security-Policy, and content blockers.";
  return `answered ${status}. ${adviceOf(status)}`;
}

function adviceOf(status: number): string {
  if (status === 401)
    return "The key is missing. Use the part of the project's DSN between // and @.";
  if (status === 403) return "The key is unknown or revoked, or doesn't allow this page's origin.";
  if ([404, 405, 415].includes(status))
    return "No Spoor accepts traces at this URL. Use the URL of your instance, without the key and project of a DSN.";
  return "See the log of that server.";
}

/** Why telemetry of this page is lost, for the developer who looks at the console. Without a status there was no answer. */
export function warn(url: string, status: number | undefined): void {
  console.warn(`spoor-react-router: Traces do not arrive: ${url} ${reasonOf(status)}`);
}

function reasonOf(status: number | undefined): string {
  if (status === undefined)
    return "gave no answer. Check the address, connect-src of the Content-Security-Policy, and content blockers.";
  return `answered ${status}. ${adviceOf(status)}`;
}

function adviceOf(status: number): string {
  if (status === 401) return "The key is missing. It is the part of the project's DSN between // and @.";
  if (status === 403) return "The key is unknown or revoked, or it does not allow this page's origin.";
  if ([404, 405, 415].includes(status))
    return "Nothing accepts traces there. Use the address of your Spoor, without the key and the project of a DSN.";
  return "The log of the server there says more.";
}

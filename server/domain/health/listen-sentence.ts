/** Where the server should listen: `HOST` and `PORT`. */
export type ListenPlace = { host: string; port: number };

/** Why a server can't listen, and which variable to change. */
export function listenSentence(
  error: Error & { code?: string },
  { host, port }: ListenPlace,
): string {
  const reason = reasons[error.code ?? ""]?.({ host, port });
  return `Cannot listen on ${host}:${port}: ${reason ?? `${error.message}. Check HOST and PORT.`}`;
}

const noAddress = ({ host }: ListenPlace) =>
  `HOST is “${host}”, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0, for example.`;

const reasons: { [code: string]: ((place: ListenPlace) => string) | undefined } = {
  EADDRINUSE: ({ port }) =>
    `Another program uses PORT ${port}. Set PORT to a free port, or stop that program.`,
  EACCES: ({ port }) =>
    `This user can't open PORT ${port}. Set PORT to 1024 or higher, and put a proxy in front.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  EINVAL: noAddress,
};

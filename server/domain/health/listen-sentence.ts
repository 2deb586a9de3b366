/** Where the server was to listen: `HOST` and `PORT`. */
export type ListenPlace = { host: string; port: number };

/** Why a server cannot listen, for its operator: which variable to change. */
export function listenSentence(error: Error & { code?: string }, { host, port }: ListenPlace): string {
  const advice = advices[error.code ?? ""]?.({ host, port }) ?? "HOST and PORT say where Spoor listens.";
  return `Cannot listen on ${host}:${port}: ${error.message}. ${advice}`;
}

const noAddress = ({ host }: ListenPlace) =>
  `HOST is “${host}”, which is no address of this machine. Set it to one, such as 127.0.0.1 or 0.0.0.0.`;

const advices: { [code: string]: ((place: ListenPlace) => string) | undefined } = {
  EADDRINUSE: ({ port }) => `PORT is ${port}, and another program has it. Set PORT to a free one, or end that program.`,
  EACCES: ({ port }) =>
    `PORT is ${port}, which this user may not open. Set PORT to 1024 or more, and let a proxy take the other.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  EINVAL: noAddress,
};

import { connect, type Socket } from "node:net";

/** A keep-alive connection with one request at a time and minimal HTTP. */
export class Connection {
  readonly #port: number;
  #socket: Socket;
  #received = "";
  #settle: ((status: number) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
    this.#socket = this.#open();
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    // One character per byte: lengths are in bytes, and this is the cheapest decoding.
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => this.#read(chunk));
    const broken = () => {
      if (socket === this.#socket) this.#end(0);
    };
    socket.on("error", broken).on("close", broken);
    return socket;
  }

  /** Calls back with the status after the full response, or with 0 when the connection broke. */
  send(request: Uint8Array, settle: (status: number) => void): void {
    // Servers close idle connections, and at a slow pace most are idle.
    if (this.#socket.destroyed) this.#socket = this.#open();
    this.#settle = settle;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received = this.#received === "" ? chunk : this.#received + chunk;
    if (isWhole(this.#received)) this.#end(Number(this.#received.slice(9, 12)));
  }

  #end(status: number): void {
    const settle = this.#settle;
    this.#settle = undefined;
    this.#received = "";
    settle?.(status);
  }
}

function isWhole(received: string): boolean {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
  if (length !== undefined) return received.length >= headEnd + 4 + Number(length);
  return received.endsWith("\r\n0\r\n\r\n");
}

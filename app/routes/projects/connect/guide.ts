/** URLs of ingestion, and the key in the snippets. */
export type Addresses = {
  dsn: string;
  /** The store endpoint, for a program without an SDK. */
  storeUrl: string;
  otlpEndpoint: string;
  publicKey: string;
  /**
   * URL of the React Router instrumentation on this server; undefined if it runs without a build.
   */
  instrumentation?: string;
};

/** `file`: where the code belongs, or that it is a command. */
export type Snippet = { file: string; code: string };

/** One framework: installation, configuration, and a first error. */
export type Guide = {
  key: string;
  title: string;
  install: Snippet[];
  configure: Snippet[];
  test: Snippet[];
  note?: string;
};

export type MakeGuide = (addresses: Addresses) => Guide;

const terminal = "Terminal";
export const shell = (code: string): Snippet => ({ file: terminal, code });

/** In the format of `OTEL_EXPORTER_OTLP_HEADERS`: values are percent-encoded. */
export const otlpHeader = ({ publicKey }: Pick<Addresses, "publicKey">): string =>
  `Authorization=Bearer%20${publicKey}`;

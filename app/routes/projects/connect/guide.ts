/** Where an application sends to, and the key it shows. */
export type Addresses = {
  dsn: string;
  /** The store endpoint, for a program without an SDK. */
  storeUrl: string;
  otlpEndpoint: string;
  publicKey: string;
  /**
   * Where this server offers the instrumentation of React Router; undefined where it was started
   * without a build.
   */
  instrumentation?: string;
};

/** `file`: where the code belongs, or that it is a command. */
export type Snippet = { file: string; code: string };

/** One framework: how it is installed, configured, and made to send a first error. */
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

/** As `OTEL_EXPORTER_OTLP_HEADERS` wants it: values are percent-encoded. */
export const otlpHeader = ({ publicKey }: Pick<Addresses, "publicKey">): string =>
  `Authorization=Bearer%20${publicKey}`;

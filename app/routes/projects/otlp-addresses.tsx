import { CodeBlock } from "./code-block.tsx";
import { type Otlp, otlpHeader, otlpSnippets } from "./otlp-snippets.ts";

/** For OpenTelemetry SDKs: traces, and the exceptions in them. */
export function OtlpAddresses(otlp: Otlp) {
  return (
    <section id="traces">
      <h2>Traces by OpenTelemetry</h2>
      <p>
        Any OpenTelemetry SDK or collector sends over HTTP, as protobuf or JSON. Exceptions in its spans become issues.
      </p>
      <CodeBlock label="the OTLP endpoint" code={`OTEL_EXPORTER_OTLP_ENDPOINT=${otlp.endpoint}`} />
      <CodeBlock label="the OTLP header" code={`OTEL_EXPORTER_OTLP_HEADERS=${otlpHeader(otlp)}`} />
      {otlpSnippets(otlp).map(({ title, install, code }) => (
        <details key={title} className="snippet">
          <summary>{title}</summary>
          {install && <CodeBlock label={`the installation for ${title}`} code={install} />}
          <CodeBlock label={`the code for ${title}`} code={code} />
        </details>
      ))}
    </section>
  );
}

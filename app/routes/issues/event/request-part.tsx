import { JsonText } from "#app/ui/json.tsx";
import { Pairs } from "#app/ui/pairs.tsx";
import type { RequestInfo } from "#server/domain/event/error-event.ts";

/** The request that the observed application was answering, or the page it was on. */
export function RequestPart({ request }: { request?: RequestInfo }) {
  if (!request) return null;
  const { method, url, query, headers, cookies, data, env } = request;
  return (
    <section className="part">
      <h2>Request</h2>
      {(method || url) && (
        <p className="message">
          <b>{method}</b> <code className="text">{url}</code>
        </p>
      )}
      {query.length > 0 && <Pairs caption="Query" pairs={query} />}
      {headers.length > 0 && <Pairs caption="Headers" pairs={headers} />}
      {cookies.length > 0 && <Pairs caption="Cookies" pairs={cookies} />}
      {env && Object.keys(env).length > 0 && (
        <Pairs caption="Server environment" pairs={Object.entries(env)} />
      )}
      {data !== undefined && (
        <>
          <h3>Body</h3>
          <JsonText value={data} />
        </>
      )}
    </section>
  );
}

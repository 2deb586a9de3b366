import { percentileName, routeQuantiles, slowQuantile } from "#server/domain/rollup/percentiles.ts";

const slowName = percentileName(slowQuantile);

/** How metrics are computed. */
export function Legend() {
  return (
    <details className="legend">
      <summary className="meta">How to read this</summary>
      <dl className="facts">
        <div>
          <dt>{routeQuantiles.map(percentileName).join(", ")}</dt>
          <dd>
            For example, at {slowName}, {100 * slowQuantile}% of requests took at most this long.
            Accurate to 0.6%.
          </dd>
        </div>
        <div>
          <dt>Time spent</dt>
          <dd>
            Total duration of a route’s requests, as a share of all listed routes before the text
            search. A page load includes its server requests, so shares add up only within one type.
          </dd>
        </div>
        <div>
          <dt>Apdex</dt>
          <dd>
            Mean score of all requests: 1 within the target, ½ within four times the target, 0 if
            slower or failed. Targets: 500 ms on servers, 2.5 s for page loads, 1 s for everything
            else in browsers.
          </dd>
        </div>
        <div>
          <dt>Change in requests</dt>
          <dd>
            Change in requests per minute since the previous period, if at least 10% and three times
            the expected random variation (√n).
          </dd>
        </div>
        <div>
          <dt>{slowName} change</dt>
          <dd>
            Change in {slowName} since the previous period, if statistically significant: the 95%
            confidence intervals do not overlap, and the change is at least 3%. Requires 200
            requests in each period.
          </dd>
        </div>
        <div>
          <dt>New</dt>
          <dd>No requests in the previous period, while other routes had some.</dd>
        </div>
      </dl>
    </details>
  );
}

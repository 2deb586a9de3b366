/** How the figures are made, for who wants to trust them. */
export function Legend() {
  return (
    <details className="legend">
      <summary className="meta">How to read this</summary>
      <dl className="facts">
        <div>
          <dt>p50, p75, p95, p99</dt>
          <dd>Share of requests in percent that were at least as fast. Accurate to 0.6%.</dd>
        </div>
        <div>
          <dt>Time spent</dt>
          <dd>
            Duration of all its requests, as a share of everything listed (before the text search). A page load contains
            its requests to the server: choose one type to add up.
          </dd>
        </div>
        <div>
          <dt>Apdex</dt>
          <dd>
            Requests within the target count 1, within four times the target ½, slower and failed ones 0. The target is
            500 ms for servers, 2.5 s for page loads, and 1 s for everything else in the browser.
          </dd>
        </div>
        <div>
          <dt>Change of requests</dt>
          <dd>
            At least 10%, and three times what is random (√n of n). Rates are compared over the time that was recorded.
          </dd>
        </div>
        <div>
          <dt>p95 change</dt>
          <dd>
            Change of p95 since the previous period, if statistically significant: its 95% intervals do not overlap, and
            it changed by at least 3%. Needs 200 requests in each period.
          </dd>
        </div>
        <div>
          <dt>New</dt>
          <dd>It did not run in the previous period, while others did.</dd>
        </div>
      </dl>
    </details>
  );
}

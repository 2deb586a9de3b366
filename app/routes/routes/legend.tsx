/** How the figures are made, for who wants to trust them. */
export function Legend() {
  return (
    <details className="legend">
      <summary className="meta">How to read this</summary>
      <dl className="facts">
        <div>
          <dt>p50, p75, p95, p99</dt>
          <dd>So many of 100 requests took no longer. Within 0.6% of the true value, however many there were.</dd>
        </div>
        <div>
          <dt>Share of time</dt>
          <dd>
            All its requests took together, of what everything listed took, the text search aside. A document contains
            its requests to the server: choose one kind to add up.
          </dd>
        </div>
        <div>
          <dt>Apdex</dt>
          <dd>
            Requests within the target count 1, within four times it ½, slower and failed ones 0. The target is 500 ms
            for servers, 2.5 s for documents, 1 s for what else the browser does.
          </dd>
        </div>
        <div>
          <dt>Requests changed</dt>
          <dd>
            By a tenth at least, and by three times what counting leaves to chance (√n of n). Rates are compared, over
            the time that was recorded.
          </dd>
        </div>
        <div>
          <dt>p95 changed</dt>
          <dd>
            When the intervals that hold it 95 times in 100 in each period do not meet, and by 3% at least. With fewer
            than 200 requests in a period nothing is said.
          </dd>
        </div>
        <div>
          <dt>New</dt>
          <dd>It did not run in the period before, while others did.</dd>
        </div>
      </dl>
    </details>
  );
}

/**
 * Trace ids are random: in one index of them all, each new trace wrote a page of its own once a day had a few hundred thousand.
 * Now the ids of 32,768 neighbouring rows lie together (`trace-index.ts`).
 */
export const day0006 = `
DROP INDEX traces_by_trace_id;
CREATE INDEX traces_by_trace_id ON traces (id >> 15, trace_id);
`;

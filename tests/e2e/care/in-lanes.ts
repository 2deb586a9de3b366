/** Does the same with each, `lanes` at a time. Answers in the order of `all`. */
export async function inLanes<Each, Done>(
  all: Each[],
  lanes: number,
  work: (each: Each) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const waiting = all.entries();
  const lane = async () => {
    for (const [index, each] of waiting) done[index] = await work(each);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

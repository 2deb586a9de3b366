/**
 * The same function, whose calls wait for each other: for work that shares memory between its
 * awaits. A failed call stops none.
 */
export function oneAtATime<Argument, Answer>(
  call: (argument: Argument) => Promise<Answer>,
): (argument: Argument) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const answer = last.then(() => call(argument));
    last = answer.catch(() => undefined);
    return answer;
  };
}

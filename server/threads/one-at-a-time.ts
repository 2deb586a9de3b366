/**
 * Serializes calls of a function that shares memory across its awaits. A failed call doesn't block
 * later ones.
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

/**
 * How many requests wait for their answer in this thread. Beyond a few dozen there is no time to read them first: then being
 * safe comes before being understood, and storing what was understood gives way to the door.
 */
export type Rush = { enter(): void; leave(): void; isOn(): boolean };

/** At half of what it can take, a handful wait at any moment; one connection holds one. */
const rushRequests = 24;

export function createRush(): Rush {
  let inHand = 0;
  return {
    enter: () => void (inHand += 1),
    leave: () => void (inHand -= 1),
    isOn: () => inHand > rushRequests,
  };
}

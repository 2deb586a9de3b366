import { percent } from "#server/domain/count.ts";

type Share = { part: number; whole: number };

/** Of the last 24 hours. `now`: of the current and the previous hour, if they have enough data. */
export type Adoption = Share & { now?: Share };

/** The latest share, or that of the day if there is too little data. */
export const latestShare = (adoption: Adoption): Share => adoption.now ?? adoption;

/**
 * Whether the release's share is known: one that has sent no sessions has none among the sessions
 * of other services.
 */
export const isMeasured = ({ part, whole }: Adoption, sendsSessions: boolean): boolean =>
  whole > 0 && (part > 0 || sendsSessions);

/** `100% adoption, 32% in 24 h`. */
export const adoptionText = ({ part, whole, now }: Adoption): string =>
  now
    ? `${percent(now.part, now.whole)} adoption, ${percent(part, whole)} in 24 h`
    : `${percent(part, whole)} adoption, 24 h`;

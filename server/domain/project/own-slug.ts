/** Spoor's internal project: it keeps its slug and can't be deleted. */
export const ownProjectSlug = "spoor";

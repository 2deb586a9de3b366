/** The project in which Spoor reports on itself: it keeps its slug and cannot be deleted. */
export const ownProjectSlug = "spoor";

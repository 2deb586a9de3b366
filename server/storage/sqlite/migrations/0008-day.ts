/** Changes no table: from this version on rows of events may have their tags in a shorter form (`layout/event-tags.ts`). */
export const day0008 = "-- Tags of events in a shorter form.";

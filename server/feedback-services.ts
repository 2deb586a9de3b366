import type { FeedbackState } from "#server/domain/feedback/feedback.ts";
import type { Project } from "#server/domain/project/project.ts";

/** The part of `Commands` (services.ts) about what people wrote. */
export interface FeedbackCommands {
  /** How many of these the project has; each is unread, resolved or spam from now on. */
  sortFeedback(project: Project, ids: number[], state: FeedbackState): Promise<number>;
}

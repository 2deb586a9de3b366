import type { ProjectId } from "#server/domain/ids.ts";

/** Ownership rules of projects. */
export interface OwnershipStore {
  /** Undefined if no rules were saved. */
  read(projectId: ProjectId): Promise<Ownership | undefined>;
  write(projectId: ProjectId, ownership: Ownership): Promise<void>;
}

/** `rules` as typed; parsed by `domain/ownership/rules.ts`. */
export type Ownership = {
  rules: string;
  /** New issues are assigned to their owner. */ autoAssign: boolean;
};

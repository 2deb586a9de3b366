import type { ProjectId } from "#server/domain/ids.ts";

/** Who owns which part of a project's code. */
export interface OwnershipStore {
  /** Undefined: nothing was ever written down. */
  read(projectId: ProjectId): Promise<Ownership | undefined>;
  write(projectId: ProjectId, ownership: Ownership): Promise<void>;
}

/** `rules` as they were typed, which `domain/ownership/rules.ts` reads. */
export type Ownership = {
  rules: string;
  /** New issues are given to their owner. */ autoAssign: boolean;
};

import ProjectLayout from "#app/routes/projects/layout.tsx";
import { layoutData } from "../loaded.ts";

export function loader() {
  return layoutData;
}

export default ProjectLayout;

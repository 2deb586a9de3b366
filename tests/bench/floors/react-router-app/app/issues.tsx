import Issues from "#app/routes/issues/list.tsx";
import { listData } from "../loaded.ts";

export function loader() {
  return listData;
}

export default Issues;

import App, { Layout } from "#app/root.tsx";
import { rootData } from "../loaded.ts";

export { Layout };
export default App;

export function loader() {
  return rootData;
}

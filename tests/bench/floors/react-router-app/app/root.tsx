import App, { Layout } from "#app/root.tsx";

export { Layout };
export default App;

export function loader() {
  return { theme: "auto" as const };
}

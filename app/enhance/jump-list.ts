const pauseMs = 120;

type Hit = { path: string; text: string; note: string };

/**
 * Lists matching pages and search results below the field while it is typed in, as links. Ends when
 * the focus leaves the form.
 */
export function listJumps(field: HTMLInputElement): void {
  const form = field.form!;
  if (form.querySelector(".sheet")) return;
  const sheet = document.createElement("div");
  sheet.className = "sheet";
  sheet.hidden = true;
  sheet.role = "group";
  sheet.ariaLabel = "Suggestions";
  // On phones, the field is on the right.
  if (form.offsetLeft > innerWidth / 3) sheet.style.insetInline = "auto 0";
  form.append(sheet);
  const end = new AbortController();
  const hide = () => (sheet.hidden = true);
  const close = () => {
    end.abort();
    field.blur();
    sheet.remove();
  };
  form.addEventListener("input", () => void show(field, sheet), end);
  form.addEventListener("submit", hide, end);
  form.addEventListener("keydown", (event) => move(event, field, sheet), end);
  // A pressed link keeps the focus in the field, because some browsers focus no links.
  sheet.addEventListener("mousedown", (event) => event.preventDefault());
  sheet.addEventListener("click", () => setTimeout(close));
  form.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      if (!form.contains(relatedTarget as Node | null)) close();
    },
    end,
  );
  void show(field, sheet);
}

async function show(field: HTMLInputElement, sheet: HTMLElement): Promise<void> {
  const text = field.value.trim();
  const isOutdated = () => field.value.trim() !== text;
  if (text.length < 2) return fill(sheet, []);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (isOutdated()) return;
  const hits = await hitsFor(text, field.form!.action);
  if (!isOutdated()) fill(sheet, hits);
}

function fill(sheet: HTMLElement, links: HTMLElement[]): void {
  sheet.replaceChildren(...links);
  sheet.hidden = links.length === 0;
}

/** `search`: the URL of the search page. */
async function hitsFor(text: string, search: string): Promise<HTMLElement[]> {
  const home = document.querySelector<HTMLAnchorElement>(".rail > .brand")!.href.replace(/\/$/, "");
  const answer = await fetch(`${search}/hits?${new URLSearchParams({ q: text })}`).catch(
    () => undefined,
  );
  if (!answer?.ok) return [];
  const { hits } = (await answer.json()) as { hits: Hit[] };
  return hits.map(({ path, text: name, note }) => linkTo(home + path, name, note));
}

function linkTo(href: string, name: string, note: string): HTMLElement {
  const link = Object.assign(document.createElement("a"), { href });
  link.append(name, " ", Object.assign(document.createElement("small"), { textContent: note }));
  return link;
}

function move(event: KeyboardEvent, field: HTMLInputElement, sheet: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (sheet.hidden || (step === undefined && event.key !== "Escape")) return;
  event.preventDefault();
  if (step === undefined) sheet.hidden = true;
  const all = [field, ...sheet.querySelectorAll("a")];
  const at = step === undefined ? 0 : all.indexOf(document.activeElement as HTMLAnchorElement);
  all.at((at + (step ?? 0)) % all.length)!.focus();
}

import type { TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

/** Comments on an issue with the project's token. Returns the comment's number. */
export async function comment(
  spoor: Spoor,
  { slug, token }: TestProject,
  issue: string,
  text: string,
): Promise<string> {
  const answer = await fetch(`${spoor.url}/${slug}/issues/${issue}/activity`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
    body: new URLSearchParams({ intent: "comment", text }),
  });
  const id = /#comment-(\d+)$/.exec(answer.headers.get("location") ?? "")?.[1];
  if (id === undefined)
    throw new Error(`The comment was answered with ${answer.status}: ${await answer.text()}`);
  return id;
}

/** All supported Markdown. */
export const richComment = `# It is the _cart_

Since **today**, says @mira. See \`total()\` and ~~SHOP-9~~ [the plan](https://plans.example/a-very-long-path/that/goes/on).

> quoted
> > twice

1. [x] one
2. [ ] two
   - nested

| a | b |
| - | - |
| 1 | ${"wide ".repeat(20)} |

\`\`\`
const price = line.product.price * ${"quantity".repeat(20)};
\`\`\`

---

<b>no markup</b>`;

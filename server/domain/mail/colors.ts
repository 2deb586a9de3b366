/**
 * The tokens of `app/ui/styles/tokens.css` as hex colors, light and dark, for documents without
 * that stylesheet: emails, and the feedback form on other sites.
 */
export const colors = {
  desk: ["#f6f4ee", "#100e0c"],
  sheet: ["#ffffff", "#201e1b"],
  tint: ["#f8f6f1", "#1c1a18"],
  ink: ["#1b1f28", "#eae8e2"],
  soft: ["#494d56", "#b7b4ae"],
  faint: ["#64686f", "#98958f"],
  line: ["#e3e0db", "#2c2a27"],
  edge: ["#89867e", "#75716b"],
  bad: ["#b52018", "#f77f6f"],
  "bad-wash": ["#ffebe5", "#3d1d19"],
  warn: ["#8a560c", "#ebb761"],
  good: ["#296a3b", "#79ca8b"],
  accent: ["#264fb2", "#8eb4fb"],
} as const;

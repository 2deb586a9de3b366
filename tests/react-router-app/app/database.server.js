import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

/** Returns rows after the duration of a real query on a filled database. */
async function rows(seconds, query, values = []) {
  const text = query.replace("$pause", `(SELECT pg_sleep(${seconds})) IS NOT NULL`);
  return (await pool.query(text, values)).rows;
}

export const products = {
  list: () => rows(0.02, "SELECT name FROM products WHERE $pause ORDER BY name"),
  find: async (name) =>
    (await rows(0.01, "SELECT name FROM products WHERE $pause AND name = $1", [name]))[0],
  reviews: (name) => rows(0.05, "SELECT text FROM reviews WHERE $pause AND product = $1", [name]),
  search: (text) =>
    rows(0.06, "SELECT name FROM products WHERE $pause AND name LIKE $1", [`%${text}%`]),
};

export const cart = {
  read: () => rows(0.08, "SELECT product FROM cart WHERE $pause ORDER BY product"),
  add: (product) =>
    rows(0, "INSERT INTO cart (product) VALUES ($1) ON CONFLICT DO NOTHING", [product]),
};

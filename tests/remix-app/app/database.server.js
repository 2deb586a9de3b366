import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });

const rows = async (text, values) => (await pool.query(text, values)).rows;

/** Queries on PostgreSQL that take as long as real ones do on a filled database. */
export const products = {
  list: () => rows("SELECT name FROM products, pg_sleep(0.02) ORDER BY name"),
  find: async (name) => (await rows("SELECT name FROM products, pg_sleep(0.01) WHERE name = $1", [name]))[0],
  reviews: (name) => rows("SELECT text FROM reviews, pg_sleep(0.05) WHERE product = $1", [name]),
  search: (text) => rows("SELECT name FROM products, pg_sleep(0.06) WHERE name LIKE $1", [`%${text}%`]),
};

export const cart = {
  read: () => rows("SELECT product FROM cart, pg_sleep(0.08) ORDER BY product"),
  add: (product) => rows("INSERT INTO cart (product) VALUES ($1) ON CONFLICT DO NOTHING", [product]),
};

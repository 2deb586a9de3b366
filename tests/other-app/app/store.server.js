import { traceStore } from "spoor-react-router/server";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const names = ["boots", "kettle", "lamp"];
const inCart = new Set();

/** A store as slow as a database. */
export const store = traceStore(
  {
    products: {
      list: () => pause(20).then(() => names),
      find: (name) => pause(10).then(() => names.find((each) => each === name)),
    },
    carts: {
      read: () => pause(40).then(() => [...inCart]),
      add: (name) => pause(10).then(() => void inCart.add(name)),
    },
  },
  { system: "sqlite" },
);

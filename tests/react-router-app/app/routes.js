import { index, route } from "@react-router/dev/routes";

export default [
  index("routes/home.jsx"),
  route("shop", "routes/shop.jsx", [
    index("routes/products.jsx"),
    route("product/:product", "routes/product.jsx", [route("reviews", "routes/reviews.jsx")]),
    route("cart", "routes/cart.jsx"),
    route("search", "routes/search.jsx"),
  ]),
];

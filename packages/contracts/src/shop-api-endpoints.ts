import { addCartItem, clearCart, getCart, removeCartItem, setCartItem } from './cart.ts'
import type { Endpoint } from './endpoint.ts'
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './product.ts'
import { getPurchase, listPurchases, placePurchase } from './purchase.ts'

/** The whole Shop API: what its route table must cover and its reference describes. */
export const shopApiEndpoints = {
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  getCart,
  addCartItem,
  setCartItem,
  removeCartItem,
  clearCart,
  placePurchase,
  listPurchases,
  getPurchase,
} as const satisfies Record<string, Endpoint>

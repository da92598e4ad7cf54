import { addCartItem, clearCart, getCart, mergeCart, removeCartItem, setCartItem } from './cart.ts'
import type { Endpoint } from './endpoint.ts'
import { confirmNewsletter, subscribeNewsletter, unsubscribeNewsletter } from './newsletter.ts'
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './product.ts'
import { getPurchase, listPurchases, placePurchase, setOrderStatus } from './purchase.ts'
import { recordView } from './view.ts'

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
  mergeCart,
  removeCartItem,
  clearCart,
  placePurchase,
  listPurchases,
  getPurchase,
  setOrderStatus,
  subscribeNewsletter,
  confirmNewsletter,
  unsubscribeNewsletter,
  recordView,
} as const satisfies Record<string, Endpoint>

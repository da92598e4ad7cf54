export const PRODUCT_CACHE_KEY = 'nashta.products'
export const LAST_SYNC_KEY = 'nashta.last-sync'
export const GUEST_CART_KEY = 'nashta.guest-cart'
export const CART_INTENT_KEY = 'nashta.cart-intent'

export function userCartKey(userId: string): string {
  return `nashta.cart.${userId}`
}

// In a module without zod, because every page checks whether a cart is stored.
export const GUEST_CART_KEY = 'nashta.guest-cart'

// Every page uses these keys, so this module does not load zod.
export const GUEST_CART_KEY = 'nashta.guest-cart'
/** In sessionStorage: the pincode that was last used, as plain text. */
export const PINCODE_KEY = 'nashta.pincode'
export const PRODUCT_CACHE = { key: 'nashta.products', version: 1 }
export const LAST_SYNC = { key: 'nashta.last-sync', version: 1 }

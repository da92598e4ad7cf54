// Every page loads these keys. They are not in storage-records.ts, because its schemas load zod.
export const GUEST_CART_KEY = 'nashta.guest-cart'
/** In sessionStorage: the pincode that was last used, as plain text. */
export const PINCODE_KEY = 'nashta.pincode'
export const PRODUCT_CACHE = { key: 'nashta.products', version: 1 }
export const LAST_SYNC = { key: 'nashta.last-sync', version: 1 }

// These keys are in a module without zod, because every page writes or looks for their records.
export const GUEST_CART_KEY = 'nashta.guest-cart'
export const PRODUCT_CACHE = { key: 'nashta.products', version: 1 }
export const LAST_SYNC = { key: 'nashta.last-sync', version: 1 }

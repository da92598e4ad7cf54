// Every page loads these keys. They are not in storage-records.ts, because its schemas load zod.
export const GUEST_CART_KEY = 'nashta.guest-cart'
/** In sessionStorage: the pincode that was last used, as plain text. */
export const PINCODE_KEY = 'nashta.pincode'
/** The offer code in the cart, as plain text. */
export const OFFER_CODE_KEY = 'nashta.offer-code'
/** In sessionStorage: the drafts of all forms of this tab, by their names. */
export const DRAFTS_KEY = 'nashta.drafts'
export const PRODUCT_CACHE = { key: 'nashta.products', version: 1 }
export const LAST_SYNC = { key: 'nashta.last-sync', version: 1 }

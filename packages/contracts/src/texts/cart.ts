import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../constants.ts'

export const LOAD_CART_FAILED = 'Failed to load cart'
export const ADD_ITEM_FAILED = 'Failed to add item to cart'
export const REMOVE_ITEM_FAILED = 'Failed to remove item from cart'
export const UPDATE_ITEM_FAILED = 'Failed to update cart item'
export const CLEAR_CART_FAILED = 'Failed to clear cart'
export const MERGE_CART_FAILED = 'Failed to merge cart on sign in'
export const TRANSFER_CART_FAILED = 'Failed to transfer cart on sign out'
export const ADD_ITEM_FAILED_ALERT = 'Failed to add item to cart. Please try again.'
export const ITEM_ADDED = '✓ Item added to cart successfully!'

export const PRODUCT_REQUIRED = 'A cart item names its product'
export const QUANTITY_INVALID = `Quantity must be a whole number from 1 to ${LINE_QUANTITY_MAX}`
export const CART_FULL = `A cart holds at most ${CART_LINES_MAX} different items`

export const MERGE_ID_REQUIRED = 'A merge needs an id of its own'

import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../constants.ts'

export const PRODUCT_REQUIRED = 'A cart item names its product'
export const QUANTITY_INVALID = `Quantity must be a whole number from 1 to ${LINE_QUANTITY_MAX}`
export const CART_FULL = `A cart holds at most ${CART_LINES_MAX} different items`
export const MERGE_ID_REQUIRED = 'A merge needs an id of its own'

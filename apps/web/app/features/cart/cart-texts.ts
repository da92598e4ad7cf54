export const LOAD_CART_FAILED = 'Failed to load cart'
export const ADD_ITEM_FAILED = 'Failed to add item to cart'
export const REMOVE_ITEM_FAILED = 'Failed to remove item from cart'
export const UPDATE_ITEM_FAILED = 'Failed to update cart item'
export const MERGE_CART_FAILED = 'Failed to merge cart on sign in'
export const TRANSFER_CART_FAILED = 'Failed to transfer cart on sign out'
export const ADD_ITEM_FAILED_ALERT = 'Failed to add item to cart. Please try again.'
export const ITEM_ADDED = '✓ Item added to cart successfully!'

export const ADD_TO_CART = 'ADD TO CART'
export const ADDING = 'ADDING...'
export const BUY_NOW = 'BUY IT NOW'
export const ADDED_LATER = 'Saved. It goes into your cart as soon as the store can be reached.'

export const CART_EMPTY = 'Your cart is empty'
export const CART_EMPTY_HINT = 'Add some items to get started'
export const GOES_WITH_CART = 'Goes well with it'
export const SUBTOTAL = 'Subtotal'
export const DELIVERY = 'Delivery'
export const CART_TOTAL = 'Total'
export const CHECKOUT = 'Checkout'
export const CONTINUE_SHOPPING = 'Continue Shopping'
export const CART_STALE =
  'The store cannot be reached. This is your cart as last seen; what you change is sent as soon as possible.'
export const ITEM_UNAVAILABLE = 'No longer available'
export const MERGED_AT_SIGN_IN = 'Picked before you signed in, and now in this cart:'

export function cartTitle(count: number): string {
  return `Shopping Cart (${count})`
}

export function addToCartLabel(name: string): string {
  return `Add ${name} to cart`
}

export function increaseLabel(name: string): string {
  return `Increase quantity of ${name}`
}

export function decreaseLabel(name: string): string {
  return `Decrease quantity of ${name}`
}

export function removeLabel(name: string): string {
  return `Remove ${name} from cart`
}

export function itemsInCart(count: number): string {
  return count === 1 ? '1 item in your cart' : `${count} items in your cart`
}

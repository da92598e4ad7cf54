export const LOADING_PRODUCT = 'Loading product...'

export const PRODUCT_NOT_FOUND = 'Product Not Found'
export const PRODUCT_NOT_FOUND_TEXT = "The product you're looking for doesn't exist."
export const PRODUCT_ERROR = 'Error Loading Product'
export const BACK_TO_HOME = 'Back to Home'

export const MORE_IMAGES = 'Scroll to see more images'
export const SECURE_PAYMENT_NOTE = '100% secure payment'

export function productImages(count: number): string {
  return `Product Images (${count})`
}

export function onlyLeft(stock: number): string {
  return `Only ${stock} left`
}
/** Shown in a shop that takes no orders. */
export const CART_WAITS = 'Your cart is kept until it opens.'

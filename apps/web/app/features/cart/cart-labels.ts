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

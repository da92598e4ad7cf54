export const CART_DRAWER_ID = 'cart-drawer'

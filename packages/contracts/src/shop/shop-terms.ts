import type { Shop } from './shop.ts'

/** Whether orders need no account. The setting GUEST_CHECKOUT wins where it is set. */
export function takesGuests(setting: boolean | undefined, shop: Pick<Shop, 'guestCheckout'> | null): boolean {
  return setting ?? shop?.guestCheckout ?? false
}

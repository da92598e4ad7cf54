import { cartItemOf } from '@nashta/contracts/cart/cart-rules'
import { QUANTITY_INVALID } from '@nashta/contracts/cart/cart-texts'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { describe, expect, it } from 'vitest'
import type { GuestCart } from '../../../data/storage/storage-records.ts'
import {
  addToGuestCart,
  emptyGuestCart,
  guestCopyOf,
  guestDelta,
  guestItems,
  removeFromGuestCart,
  removeOrderedFromGuestCart,
  settleOrderedItems,
  decreaseInGuestCart,
  withoutExpiredCopiedUnits,
} from './guest-cart.ts'

const EXPIRES_AT = Date.UTC(2026, 0, 31)
/** The guest cart that Asha's sign-out leaves: a copy of her cart. */
const copy = guestCopyOf([item('donut', 3), item('chips', 1)], {
  userIdHash: 'asha',
  mergeId: 'merge-1',
  expiresAt: EXPIRES_AT,
})

describe('a guest cart', () => {
  it('an add increases a line or starts a new one', () => {
    expect(copiedAndAdded(withAdded(withAdded(copy, 'donut', 2), 'laddoo', 1))).toEqual({
      donut: [3, 2],
      chips: [1, 0],
      laddoo: [0, 1],
    })
  })

  it('an order removes exactly the ordered quantities, and only once', () => {
    // By the contract, an ordered item may have no product id.
    const order = { purchaseId: 'order-1', items: [{ productId: 'donut', quantity: 4 }, { quantity: 1 }] }
    const guest = withAdded(withAdded(copy, 'donut', 3), 'laddoo', 1)
    const after = removeOrderedFromGuestCart(guest, order)
    expect(copiedAndAdded(after)).toEqual({ donut: [2, 0], chips: [1, 0], laddoo: [0, 1] })
    expect(removeOrderedFromGuestCart(after, order)).toBe(after)
    const secondOrder = { ...order, purchaseId: 'order-2' }
    expect(copiedAndAdded(removeOrderedFromGuestCart(after, secondOrder))).toEqual({
      chips: [1, 0],
      laddoo: [0, 1],
    })
  })

  it('a decrease takes from the added quantity first, then from the copied one', () => {
    const guest = withAdded(copy, 'donut', 1)
    const afterDecrease = (quantity: number) =>
      copiedAndAdded(decreaseInGuestCart(guest, { productId: 'donut', quantity }))
    expect(afterDecrease(1)).toMatchObject({ donut: [3, 0] })
    expect(afterDecrease(3)).toMatchObject({ donut: [1, 0] })
    expect(afterDecrease(9)).toEqual({ chips: [1, 0] })
    expect(decreaseInGuestCart(guest, { productId: 'laddoo', quantity: 1 })).toBe(guest)
  })

  it('an add beyond the maximum of a line is refused', () => {
    expect(addToGuestCart(copy, item('donut', LINE_QUANTITY_MAX))).toEqual({
      ok: false,
      message: QUANTITY_INVALID,
    })
  })

  it('the copied and the added quantity of a line are shown as one quantity', () => {
    expect(guestItems(withAdded(copy, 'donut', 2))).toEqual([item('donut', 5), item('chips', 1)])
  })
})

describe('at the next sign-in', () => {
  const guest = removeFromGuestCart(
    withAdded(decreaseInGuestCart(copy, { productId: 'donut', quantity: 2 }), 'donut', 1),
    'chips',
  )

  it('the owner gets every change since the sign-out, removals first', () => {
    expect(guestDelta(guest, 'asha')).toEqual([
      { productId: 'donut', quantity: -2 },
      { productId: 'chips', quantity: -1 },
      { productId: 'donut', quantity: 1 },
    ])
    expect(guestDelta(copy, 'asha')).toEqual([])
  })

  it('another shopper gets the additions and nothing of the owner’s cart', () => {
    expect(guestDelta(guest, 'ravi')).toEqual([{ productId: 'donut', quantity: 1 }])
    expect(guestDelta(copy, 'ravi')).toEqual([])
  })

  it('a guest cart without copied quantities is merged as a whole', () => {
    const withoutCopy = withAdded(emptyGuestCart('merge-2'), 'laddoo', 4)
    expect(guestDelta(withoutCopy, 'asha')).toEqual([{ productId: 'laddoo', quantity: 4 }])
  })
})

it('the copied quantities of a guest cart expire and the added ones stay', () => {
  const guest = withAdded(copy, 'donut', 2)
  expect(withoutExpiredCopiedUnits(guest, new Date(EXPIRES_AT - 1))).toBe(guest)

  const expired = withoutExpiredCopiedUnits(guest, new Date(EXPIRES_AT))
  expect(copiedAndAdded(expired)).toEqual({ donut: [0, 2] })
  expect(expired).toMatchObject({ owner: null, snapshot: {}, mergeId: 'merge-1' })
  expect(expired).not.toHaveProperty('expiresAt')
})

it('a guest cart whose copy has expired still ignores a repeated order', () => {
  const order = { purchaseId: 'order-1', items: [{ productId: 'donut', quantity: 1 }] }
  const ordered = removeOrderedFromGuestCart(withAdded(copy, 'donut', 2), order)

  const expired = withoutExpiredCopiedUnits(ordered, new Date(EXPIRES_AT))
  expect(removeOrderedFromGuestCart(expired, order)).toBe(expired)
})

describe('the items of an order that ends unpaid', () => {
  const order = { purchaseId: 'order-1', items: [{ productId: 'donut', quantity: 2 }] }
  const waiting = removeOrderedFromGuestCart(withAdded(emptyGuestCart('merge-1'), 'donut', 2), order)

  it('come back once, beside what was added meanwhile (B32)', () => {
    expect(quantities(settle(waiting, false))).toEqual({})
    const returned = settle(withAdded(withAdded(waiting, 'donut', 1), 'chips', 1), true)
    expect(quantities(returned)).toEqual({ donut: 3, chips: 1 })
    expect(settle(returned, true)).toBe(returned)
    expect(quantities(settle(removeFromGuestCart(returned, 'donut'), true))).toEqual({ chips: 1 })
  })

  it('leave the cart again when the payment is found, once', () => {
    const returned = settle(withAdded(waiting, 'donut', 1), true)
    const revived = settle(returned, false)
    expect(quantities(revived)).toEqual({ donut: 1 })
    expect(settle(revived, false)).toBe(revived)
  })

  it('come back as far as a line has room, and only as many leave again', () => {
    const returned = settle(withAdded(waiting, 'donut', LINE_QUANTITY_MAX - 1), true)
    expect(quantities(returned)).toEqual({ donut: LINE_QUANTITY_MAX })
    expect(quantities(settle(returned, false))).toEqual({ donut: LINE_QUANTITY_MAX - 1 })
  })

  it('are not those of an order that another browser placed', () => {
    const guest = withAdded(emptyGuestCart('merge-1'), 'chips', 1)
    expect(settle(guest, true)).toBe(guest)
  })

  it('that were copied at a sign-out change nothing at the next sign-in', () => {
    const returned = settle(removeOrderedFromGuestCart(copy, order), true)
    const sums = new Map<string, number>()
    for (const { productId, quantity } of guestDelta(returned, 'asha'))
      sums.set(productId, (sums.get(productId) ?? 0) + quantity)
    expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([])
  })
})

function settle(guest: GuestCart, hasEndedUnpaid: boolean) {
  return settleOrderedItems(guest, { purchaseId: 'order-1', hasEndedUnpaid })
}

function quantities(guest: GuestCart) {
  return Object.fromEntries(guestItems(guest).map(({ productId, quantity }) => [productId, quantity]))
}

function item(productId: string, quantity: number) {
  return cartItemOf(aProduct({ products_id: productId, name: productId }), quantity)
}

function withAdded(guest: GuestCart, productId: string, quantity: number): GuestCart {
  const change = addToGuestCart(guest, item(productId, quantity))
  if (!change.ok) throw new Error(change.message)
  return change.guest
}

/** The copied quantity and the added quantity of each product, as a pair. */
function copiedAndAdded(guest: GuestCart) {
  return Object.fromEntries(guest.items.map(({ productId, base, added }) => [productId, [base, added]]))
}

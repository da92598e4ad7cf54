import type { CartItem } from '@nashta/contracts/cart/cart'
import { mergeLines } from '@nashta/contracts/cart/cart-merge'
import { addItem, removeItem } from '@nashta/contracts/cart/cart-rules'
import type { CartOperation } from '../../../data/storage-records.ts'
import {
  ADD_ITEM_FAILED,
  CLEAR_CART_FAILED,
  MERGE_CART_FAILED,
  REMOVE_ITEM_FAILED,
  UPDATE_ITEM_FAILED,
} from '../cart-texts.ts'

type Merge = Extract<CartOperation, { kind: 'merge' }>

/** The cart as it will be when the store has heard of the click. One that it would refuse changes nothing. */
export function applyOperation(items: readonly CartItem[], operation: CartOperation): CartItem[] {
  if (operation.kind === 'clear') return []
  if (operation.kind === 'remove') return removeItem(items, operation.productId)
  if (operation.kind === 'merge') {
    return mergeLines(items, operation.delta, (productId, quantity) =>
      joiningLine(operation, productId, quantity),
    )
  }
  const change = addItem(items, operation.item)
  return change.ok ? change.items : [...items]
}

/** Clicks on − are differences too: a quantity would undo what another device did meanwhile. */
export function decreaseOperation(id: string, productId: string, by: number): Merge {
  return { id, kind: 'merge', delta: [{ productId, quantity: -by }], joining: [] }
}

export function failureText(operation: CartOperation): string {
  if (operation.kind !== 'merge') return FAILURES[operation.kind]
  return operation.joining.length > 0 ? MERGE_CART_FAILED : UPDATE_ITEM_FAILED
}

const FAILURES = { add: ADD_ITEM_FAILED, remove: REMOVE_ITEM_FAILED, clear: CLEAR_CART_FAILED }

function joiningLine({ joining }: Merge, productId: string, quantity: number): CartItem | null {
  const item = joining.find((item) => item.productId === productId)
  return item ? { ...item, quantity } : null
}

import type { REMOVAL_REASONS, StockEntryKind } from '@nashta/contracts/stock/stock'

const KIND_TEXTS: Readonly<Record<StockEntryKind, string>> = {
  start: 'Counting began',
  order: 'Ordered',
  cancelled: 'Order cancelled',
  unpaid: 'Order not paid',
  neverPlaced: 'Payment refused at once',
  refund: 'Refunded before it was sent',
  edited: 'Order edited',
  back: 'Came back',
  received: 'Received',
  damaged: 'Damaged',
  expired: 'Too old to sell',
  sample: 'Given as a sample',
  tooOld: 'Too old to send',
  recalled: 'Recalled',
  counted: 'Counted',
  changed: 'Changed by hand',
  ended: 'No longer counted',
}

export const REMOVAL_OPTIONS: { value: (typeof REMOVAL_REASONS)[number]; label: string }[] = [
  { value: 'damaged', label: KIND_TEXTS.damaged },
  { value: 'expired', label: KIND_TEXTS.expired },
  { value: 'sample', label: KIND_TEXTS.sample },
]

/** A newer server may send a kind that this desk does not know. */
export function kindText(kind: string): string {
  return new Map<string, string>(Object.entries(KIND_TEXTS)).get(kind) ?? kind
}

/** "+20", "−3", "0": with a real minus sign, which screen readers read out. */
export function signed(units: number): string {
  if (units === 0) return '0'
  return units > 0 ? `+${units}` : `−${-units}`
}

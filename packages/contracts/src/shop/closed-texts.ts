import { formatLongDate } from '../dates.ts'
import type { ShopPause } from '../open-time.ts'

export const SHOP_NOT_OPEN = 'This shop is not open yet: it takes no orders.'

/** What shoppers read while the shop pauses: the owner's words, and when it ends. */
export function shopPaused({ text, until }: ShopPause): string {
  const sentence = /[.!?…]$/u.test(text) ? text : `${text}.`
  return `${sentence} The shop takes orders again from ${formatLongDate(`${until}T00:00:00+05:30`)}.`
}

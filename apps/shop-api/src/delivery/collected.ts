import type { Delivery } from '@nashta/contracts/delivery/delivery'

/** The terms of goods that a customer collects in the shop: no zone has a say, and there is no fee. */
export const COLLECTED: Delivery = {
  serviceable: true,
  fees: [],
  time: { days: 0 },
  cod: true,
  codMaxPaise: null,
}

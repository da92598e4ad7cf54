import type { Delivery } from '@nashta/contracts/delivery/delivery'

/** The terms of goods that a customer collects in the shop: without a fee, whatever the zones say. */
export const COLLECTED: Delivery = {
  serviceable: true,
  fees: [],
  time: { days: 0 },
  cod: true,
  codMaxPaise: null,
}

import { isDemoSnack } from '@nashta/contracts/catalogue/demo-snacks'
import {
  type CHECKED_BY_OWNER,
  FIRST_HOUR_STEPS,
  type FirstHourStep,
} from '@nashta/contracts/shop/first-hour'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import type { OrderTaking } from '../order/order-taking.ts'

export type FirstHourFacts = {
  shop: Shop
  /** All, also drafts. */
  products: readonly Pick<ProductRecord, 'maker' | 'published'>[]
  taking: { methods: readonly Pick<OrderTaking['methods'][number], 'provider'>[] }
  sendsMail: boolean
}

/** Which steps of an owner's first hour are done. Undefined once all are. */
export function firstHourOf({ shop, products, taking, sendsMail }: FirstHourFacts) {
  const { isDemo, fssai, checked = [] } = shop
  const isChecked = (step: (typeof CHECKED_BY_OWNER)[number]) => checked.includes(step)
  const isDone: Record<FirstHourStep, boolean> = {
    identity: !isDemo,
    licences: fssai !== DEMO_SHOP.fssai,
    payments: taking.methods.length > 0 && taking.methods.every(({ provider }) => provider !== 'simulator'),
    delivery: isChecked('delivery'),
    mail: sendsMail,
    // A published product does not store `published`.
    snacks: products.some((product) => product.published !== false && !isDemoSnack(product)),
    backup: isChecked('backup'),
  }
  const steps = FIRST_HOUR_STEPS.map((step) => ({ step, isDone: isDone[step] }))
  return steps.every((each) => each.isDone) ? undefined : steps
}

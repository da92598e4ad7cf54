import { runCartHistories } from '../cart-histories.ts'
import type { Proof } from '../proof.ts'

export const cartMerges: Proof = {
  id: 'R7',
  test: 'Two shoppers on two devices, with sign-ins and sign-outs, lost answers and reloads: clicks against carts',
  sizes: { quick: 2000, short: 20_000, nightly: 200_000 },
  unit: 'histories of 30 steps',
  isInSuite: true,
  async run(_scene, size) {
    await runCartHistories(['apps/web/app/features/cart/engine/cart-histories.test.ts'], size)
    return `${size} histories, half of them new: every click once for whoever made it, nothing removed came back; the faulty merges it must notice were noticed`
  },
  mutations: [
    {
      what: 'the copy that a sign-out leaves is added again',
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: '(lineOf(guest, productId)?.base ?? 0) - copied',
      to: 'lineOf(guest, productId)?.base ?? 0',
    },
    {
      what: "the next shopper gets the former's changes",
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: 'if (guest.owner !== signedIn) return added',
      to: '',
    },
    {
      what: 'what a guest removed comes back',
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: 'return [...taken, ...added]',
      to: 'return added',
    },
  ],
}

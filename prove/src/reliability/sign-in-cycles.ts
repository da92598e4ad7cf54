import type { Proof } from '../proof.ts'
import { runSuiteTest, whyNoBrowser } from '../run-suite-test.ts'

export const signInCycles: Proof = {
  id: 'R17',
  test: 'Shoppers sign out and in again, in Chromium',
  sizes: { quick: 2, short: 50, nightly: 500 },
  unit: 'cycles',
  isInSuite: true,
  whyNot: whyNoBrowser,
  async run(_scene, size) {
    const cycles = ['--project=desktop', 'journeys/cart.spec', '--grep=sign out and in again']
    await runSuiteTest('playwright', cycles, { SIGN_IN_CYCLES: String(size) })
    return `${size} cycles, at most 15 of one shopper (20 sign-ins a minute are allowed), quantities the same on the page and in the store after each`
  },
  mutations: [
    {
      what: 'the copy that a sign-out leaves is added again',
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: '(lineOf(guest, productId)?.base ?? 0) - copied',
      to: 'lineOf(guest, productId)?.base ?? 0',
    },
  ],
}

import type { Proof } from '../proof.ts'
import { runSuiteTest, whyNoBrowser } from '../run-suite-test.ts'

export const offlineShop: Proof = {
  id: 'O3',
  test: 'The network goes and comes back, in Chromium',
  sizes: { quick: 1, short: 3, nightly: 50 },
  unit: 'times',
  isInSuite: true,
  whyNot: whyNoBrowser,
  async run(_scene, size) {
    const offline = ['--project=desktop', 'journeys/offline.spec', '--grep=without a network']
    await runSuiteTest('playwright', [...offline, `--repeat-each=${size}`], {})
    return `${size} times: snacks shown with their age, nothing paid, all as before one poll after it is back`
  },
  mutations: [
    {
      what: 'a checkout without a network takes the payment',
      file: 'apps/web/app/features/checkout/payment-form.tsx',
      from: 'if (busy || !online) return',
      to: 'if (busy) return',
    },
    {
      what: 'saved snacks do not say how old they are',
      file: 'apps/web/app/data/use-product-list.ts',
      from: 'const lost = error !== null || !online',
      to: 'const lost = error !== null',
    },
  ],
}

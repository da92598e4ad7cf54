import type { Proof } from '../proof.ts'
import { runCartHistories, runSuiteTest, whyNoBrowser } from './run-suite-test.ts'

const cartMerges: Proof = {
  id: 'R7',
  test: 'Two shoppers on two devices with sign-ins, sign-outs, lost responses and reloads: carts match the changes',
  sizes: { quick: 2000, short: 20_000, nightly: 200_000 },
  unit: 'histories of 30 steps',
  async run(_context, size) {
    await runCartHistories(['apps/web/app/features/cart/engine/cart-histories.test.ts'], size)
    return `${size} histories, half of them with a new seed: every change counts once for its shopper, nothing removed came back; faulty merges were detected`
  },
  mutations: [
    {
      what: 'the copy of the cart after a sign-out is added again',
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: 'quantity: left - copied',
      to: 'quantity: left',
    },
    {
      what: "the next shopper gets the previous shopper's changes",
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: 'isCopyOfShoppersCart ? removals(guest) : []',
      to: 'removals(guest)',
    },
    {
      what: 'an item that a guest removed comes back',
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: 'isCopyOfShoppersCart ? removals(guest) : []',
      to: '[]',
    },
  ],
}

const signInCycles: Proof = {
  id: 'R17',
  test: 'Shoppers sign out and in again, in Chromium',
  sizes: { quick: 2, short: 50, nightly: 500 },
  unit: 'cycles',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run(_context, size) {
    const args = ['--project=desktop', 'journeys/cart.spec', '--grep=signing out and in again']
    await runSuiteTest('playwright', args, { SIGN_IN_CYCLES: String(size) })
    return `${size} cycles, at most 15 of one shopper (20 sign-ins a minute are allowed), quantities the same on the page and in the store after each`
  },
  mutations: [
    {
      what: 'the copy of the cart after a sign-out is added again',
      file: 'apps/web/app/features/cart/engine/guest-cart.ts',
      from: 'quantity: left - copied',
      to: 'quantity: left',
    },
  ],
}

const injectedScripts: Proof = {
  id: 'S7',
  test: 'Every page is opened in Chromium, with scripts in every stored text and every query',
  sizes: { quick: 2, short: 20, nightly: 200 },
  unit: 'scripts',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run(_context, size) {
    await runSuiteTest('playwright', ['--project=desktop', 'injected-scripts'], {
      SCRIPT_PAYLOADS: String(size),
    })
    return `${size} scripts in products, addresses, names, mails and the queries of every page: 0 ran, 0 reached the content security policy`
  },
  mutations: [
    {
      what: 'a description is rendered without escaping',
      file: 'apps/web/app/features/catalogue/product/product-view.tsx',
      from: `text-ink-soft text-pretty wrap-anywhere">
          {description}
        </p>`,
      to: `text-ink-soft text-pretty wrap-anywhere" dangerouslySetInnerHTML={{ __html: description }} />`,
    },
  ],
}

const clientSecretSearch: Proof = {
  id: 'S12',
  test: 'The client secret is searched for in the build, the pages, the scripts and the responses',
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'run',
  async run() {
    await runSuiteTest('vitest', ['apps/store/src/secret-canary.slow.test.ts'], {})
    return 'in no file of the build and in no response of a crawl; a planted secret is found in a page, a source map, a script and both compressed forms'
  },
  mutations: [
    {
      what: 'the gateway sends its secret in a header',
      file: 'apps/identity/src/gateway/create-gateway.ts',
      from: 'return reply.code(status).headers(headers)',
      to: "return reply.code(status).headers({ ...headers, 'x-client': client.secret ?? '' })",
    },
  ],
}

const CART_SENDER = 'apps/web/app/features/cart/engine/cart-sender.ts'

const offlineClicks: Proof = {
  id: 'O1',
  test: 'A shopper changes the cart online and offline, with lost responses and closed tabs',
  sizes: { quick: 500, short: 2000, nightly: 50_000 },
  unit: 'histories',
  async run(_context, size) {
    const args = ['apps/web/app/features/cart/engine/offline-clicks.test.ts']
    await runCartHistories(args, size)
    return `${size} histories, half of them with a new seed: the cart always matches the changes, none twice, none lost`
  },
  mutations: [
    {
      what: 'a retried operation gets a new id',
      file: CART_SENDER,
      from: 'return api.send(sub, operation)',
      to: 'return api.send(sub, { ...operation, id: `${operation.id} ${now().getTime()}` })',
    },
    {
      what: 'an operation without a response is dropped',
      file: CART_SENDER,
      from: "if (result.kind === 'retry') {",
      to: "if (result.kind === 'retry' && !operation) {",
    },
  ],
}

const spoiledStorage: Proof = {
  id: 'O2',
  test: 'Pages are opened while storage is forbidden, full or corrupt, in Chromium',
  // The test has 26 pages.
  sizes: { quick: 2, short: 26, nightly: 26 },
  unit: 'pages in each state',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run(_context, size) {
    const args = ['--project=desktop', 'journeys/offline-storage.spec']
    await runSuiteTest('playwright', args, { STORAGE_PAGES: String(size) })
    return `${size} pages in each of 3 states: all rendered, 0 errors`
  },
  mutations: [
    {
      what: 'a page reads browser storage without a guard',
      file: 'packages/browser/src/storage/browser-storage.ts',
      from: `  try {
    return work()
  } catch {
    return null
  }`,
      to: '  return work()',
    },
    {
      what: 'an unreadable storage record is an error',
      file: 'packages/browser/src/storage/storage-record.ts',
      from: `  try {
    return JSON.parse(text)
  } catch {
    return null
  }`,
      to: "  return text === '' ? null : JSON.parse(text)",
    },
  ],
}

const offlineShop: Proof = {
  id: 'O3',
  test: 'The network fails and returns, in Chromium',
  sizes: { quick: 1, short: 3, nightly: 50 },
  unit: 'times',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run(_context, size) {
    const args = ['--project=desktop', 'journeys/offline.spec', '--grep=without a network']
    await runSuiteTest('playwright', [...args, `--repeat-each=${size}`], {})
    return `${size} times: products shown with their age, nothing paid, normal again one poll after the network is back`
  },
  mutations: [
    {
      what: 'a checkout without a network takes the payment',
      file: 'apps/web/app/features/checkout/payment-form.tsx',
      from: 'if (isBusy || !isReachable || !chosen) return',
      to: 'if (isBusy || !chosen) return',
    },
    {
      what: 'saved products do not show their age',
      file: 'apps/web/app/data/products/use-product-list.ts',
      from: 'const isReachable = error === null && canReachStore',
      to: 'const isReachable = error === null',
    },
  ],
}

const slowTests: Proof = {
  id: 'T1',
  test: 'The tests that are too slow for `npm test`: routes on DynamoDB Local, stores in several processes, backups',
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'run',
  async run() {
    // The first error is the verdict, so the rest need not run.
    await runSuiteTest('vitest', ['--project=slow', '--bail=1'], {})
    return 'every test passed, or was skipped because DynamoDB Local cannot run'
  },
  mutations: [
    {
      what: 'an order is stored again when it is sent again',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/purchase-attempts.ts',
      from: ": { ConditionExpression: 'attribute_not_exists(pk)' }",
      to: ": { ConditionExpression: 'attribute_not_exists(neverSet)' }",
    },
  ],
}

const allJourneys: Proof = {
  id: 'T2',
  test: 'All journeys, on a phone and on a desktop; `npm test` runs only those of buying, paying and packing',
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'run',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run() {
    await runSuiteTest('playwright', ['--project=phone', '--project=desktop', '--max-failures=1'], {})
    return 'every journey passed'
  },
  mutations: [
    {
      what: 'a checkout without a network takes the payment',
      file: 'apps/web/app/features/checkout/payment-form.tsx',
      from: 'if (isBusy || !isReachable || !chosen) return',
      to: 'if (isBusy || !chosen) return',
    },
  ],
}

/** Proofs that run a unit test or a journey, most of them at a larger size. */
export const suiteProofs: Proof[] = [
  cartMerges,
  signInCycles,
  injectedScripts,
  clientSecretSearch,
  offlineClicks,
  spoiledStorage,
  offlineShop,
  slowTests,
  allJourneys,
]

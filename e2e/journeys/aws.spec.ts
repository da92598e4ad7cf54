import { spawnSync } from 'node:child_process'
import { startAwsStandIns } from '@nashta/store/aws-stand-ins.fixture'
import { type StoreProcess, startStoreProcess } from '@nashta/store/store-process.fixture'
import { DONUT, expectPlaced, fillShipping, payButton } from '../support/checkout.ts'
import { signedUpShopper, signIn } from '../support/shopper.ts'
import { expect, noisyTest } from '../support/test.ts'

const PRODUCT = `/product/${DONUT.productId}`
const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/** One store in several processes, which share a port and the stand-ins of AWS. */
type SharedStore = {
  url: string
  mailbox: string
  /** Ends one process by SIGKILL, as when a machine loses its power. */
  killOne: () => Promise<void>
  startOne: () => Promise<void>
}

const cloudTest = noisyTest.extend<object, { store: SharedStore }>({
  store: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this parameter
    async ({}, use) => {
      const aws = await startAwsStandIns()
      const settings = { ...aws.settings, SHARE_PORT: 'true', RATE_LIMIT_SCALE: '1000' }
      const first = await startStoreProcess(settings)
      const { url } = first
      const running: StoreProcess[] = [first]
      const startOne = async () => {
        running.push(await startStoreProcess({ ...settings, PORT: new URL(url).port }))
      }
      await startOne()
      await use({
        url,
        mailbox: aws.mailbox,
        startOne,
        async killOne() {
          await running.shift()?.stop('SIGKILL')
        },
      })
      await Promise.all(running.map((each) => each.stop()))
      await aws.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ store }, use) => use(store.url),
})

cloudTest.skip(!hasJava, 'DynamoDB Local needs Java, and there is none here')

cloudTest(
  'one of two store processes is killed at every checkout, and no order is lost',
  async ({ page, request, store }) => {
    const shopper = await signedUpShopper(request, store.mailbox)
    await page.goto(PRODUCT)
    await page.getByRole('button', { name: 'ADD TO CART' }).click()
    await signIn(page, shopper)
    await expect(page.getByRole('banner').getByText('Shopping Cart (1)')).toBeAttached()

    let isKillDue = false
    await page.route('**/api/purchases/*', async (route) => {
      if (route.request().method() === 'POST' && isKillDue) {
        isKillDue = false
        // One process dies while the purchase is in flight.
        await Promise.all([route.continue(), store.killOne()])
      } else await route.continue()
    })
    // "BUY IT NOW" buys the donut that is in the cart, and adds one to the cart that is empty after that.
    // The address of the first order is chosen for the second.
    for (const isFirst of [true, false]) {
      await page.goto(PRODUCT)
      await page.getByRole('button', { name: 'BUY IT NOW' }).click()
      if (isFirst) await fillShipping(page)
      else await page.getByRole('button', { name: 'Continue to Payment' }).click()
      await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
      await expect(payButton(page)).toHaveText('Pay ₹89')
      isKillDue = true
      await payButton(page).click()
      await expectPlaced(page)
      await store.startOne()
    }

    await page.goto('/purchase-history')
    await expect(page.getByRole('article', { name: /^Order #/ })).toHaveCount(2)
    await expect(page.getByRole('banner').getByText('Shopping Cart (0)')).toBeAttached()
  },
)

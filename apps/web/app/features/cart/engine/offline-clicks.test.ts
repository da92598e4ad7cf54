import { expect, it } from 'vitest'
import { asha, createBrowser, flushTasks, shownQuantities } from './cart-browser.fixture.ts'
import { pick, seededRandom } from './cart-histories.fixture.ts'
import { snack } from './cart-server.fixture.ts'

/** A proof sets these variables to run more histories with other seeds. */
const HISTORIES = Number(process.env['CART_HISTORIES'] ?? 500)
const SEED = Number(process.env['CART_SEED'] ?? 1)

it('every click counts once despite lost responses, outages and new tabs (proof O1)', async () => {
  for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
    const random = seededRandom(seed)
    const browser = createBrowser()
    const expected: Record<string, number> = {}
    let tab = browser.openTab()
    tab.setOwner(asha)
    for (let step = 0; step < 20; step += 1) {
      const id = pick(random, ['donut', 'donut-2', 'chips'])
      const dice = random()
      if (dice < 0.4) {
        tab.add(snack(id))
        expected[id] = (expected[id] ?? 0) + 1
      } else if (dice < 0.5) {
        tab.decrease(id)
        expected[id] = Math.max((expected[id] ?? 0) - 1, 0)
      } else if (dice < 0.6) {
        tab.remove(id)
        expected[id] = 0
      } else if (dice < 0.75) browser.setNetwork(pick(random, ['up', 'responses lost', 'down']))
      else if (dice < 0.9) await browser.passTime()
      else {
        // The shopper goes on in another tab, after the last click is stored.
        await flushTasks()
        tab = browser.openTab()
        tab.setOwner(asha)
      }
    }
    browser.setNetwork('up')
    await flushTasks()
    tab.refresh()
    await browser.passTime()
    const inCart = Object.fromEntries(Object.entries(expected).filter(([, quantity]) => quantity > 0))
    expect(browser.server.quantities('asha'), `store, seed ${seed}`).toEqual(inCart)
    expect(shownQuantities(tab), `page, seed ${seed}`).toEqual(inCart)
  }
})

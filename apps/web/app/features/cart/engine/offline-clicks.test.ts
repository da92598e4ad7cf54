import { expect, it } from 'vitest'
import { asha, createBrowser, settledNow, shown } from './cart-browser.fixture.ts'
import { pick, seededRandom } from './cart-histories.fixture.ts'
import { snack } from './cart-server.fixture.ts'

/** More of them, and others, on demand. */
const HISTORIES = Number(process.env['CART_HISTORIES'] ?? 500)
const SEED = Number(process.env['CART_SEED'] ?? 1)

it('histories online and offline, with lost answers and closed tabs: every click once (O1)', async () => {
  for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
    const random = seededRandom(seed)
    const browser = createBrowser()
    const expected: Record<string, number> = {}
    let tab = browser.openTab()
    tab.become(asha)
    for (let step = 0; step < 20; step += 1) {
      const id = pick(random, ['donut', 'chips', 'laddoo'])
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
      } else if (dice < 0.75) browser.meets(pick(random, ['answered', 'answer lost', 'lost']))
      else if (dice < 0.9) await browser.pass()
      else {
        await settledNow()
        tab = browser.openTab()
        tab.become(asha)
      }
    }
    browser.meets('answered')
    await settledNow()
    tab.refresh()
    await browser.pass()
    const there = Object.fromEntries(Object.entries(expected).filter(([, quantity]) => quantity > 0))
    expect([seed, browser.server.quantities('asha'), shown(tab)]).toEqual([seed, there, there])
  }
})

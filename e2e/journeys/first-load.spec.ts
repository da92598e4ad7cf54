import { PUBLIC_PAGES, SCRIPT_BUDGET_BYTES, scriptsOfPage } from '../../apps/web/server/first-load.fixture.ts'
import { DONUT } from '../support/checkout.ts'
import { waitForStartUpCheck } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { expect, test } from '../support/test.ts'

for (const listedPath of PUBLIC_PAGES) {
  test(
    `a first visit of ${listedPath} transfers the scripts that the page names, and no others`,
    { tag: ONCE },
    async ({ page }) => {
      // The path of product pages is listed without an id.
      const path = listedPath === '/product/' ? listedPath + DONUT.productId : listedPath
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      const scripts = new Map<string, string>()
      let bytes = 0
      session.on('Network.responseReceived', ({ requestId, type, response }) => {
        if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname)
      })
      session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength
      })
      const startUpCheck = waitForStartUpCheck(page)
      const response = await page.goto(path)
      // The page makes this check when it is idle, so scripts that load after hydration count too.
      await startUpCheck
      await page.waitForLoadState('networkidle')

      expect([...new Set(scripts.values())].toSorted()).toEqual(scriptsOfPage((await response?.text()) ?? ''))
      // Fewer bytes would mean that some scripts were not counted.
      expect(bytes).toBeGreaterThan(90_000)
      expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
    },
  )
}

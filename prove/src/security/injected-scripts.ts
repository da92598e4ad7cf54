import type { Proof } from '../proof.ts'
import { runSuiteTest, whyNoBrowser } from '../run-suite-test.ts'

export const injectedScripts: Proof = {
  id: 'S7',
  test: 'Scripts typed into every text that is kept and every query, on every page, in Chromium',
  sizes: { quick: 2, short: 20, nightly: 200 },
  unit: 'scripts',
  isInSuite: true,
  whyNot: whyNoBrowser,
  async run(_scene, size) {
    await runSuiteTest('playwright', ['--project=desktop', 'injected-scripts'], {
      SCRIPT_PAYLOADS: String(size),
    })
    return `${size} scripts in products, addresses, names, letters and queries, ${2 * size + 18} pages looked at: 0 ran, 0 were left for the policy to stop`
  },
  mutations: [
    {
      what: 'a description is put into the page as it is',
      file: 'apps/web/app/features/catalogue/product-view.tsx',
      from: `text-ink-soft text-pretty">
          {description}
        </p>`,
      to: `text-ink-soft text-pretty" dangerouslySetInnerHTML={{ __html: description }} />`,
    },
  ],
}

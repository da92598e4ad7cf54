import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One line for each element that fails a rule. */
export async function accessibilityViolations(page: Page) {
  // The default mode opens a second page to combine frames, and these pages have none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

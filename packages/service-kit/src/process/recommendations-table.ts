import type { Settings } from './settings.ts'

/** Beside the purchases, unless it has a name of its own. */
export function recommendationsTable({ RECOMMENDATIONS_TABLE_NAME, PURCHASES_TABLE_NAME }: Settings) {
  return RECOMMENDATIONS_TABLE_NAME || `${PURCHASES_TABLE_NAME}-recommendations`
}

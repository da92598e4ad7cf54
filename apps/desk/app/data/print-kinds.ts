/** The documents that the desk prints: their sheets are in `features/print/sheets.tsx`. */
export const PRINT_KINDS = {
  slips: { title: 'Packing slips', paper: 'A5, one for each order' },
  labels: { title: 'Labels', paper: '100 × 150 mm, one for each order' },
  'pick-list': { title: 'Pick list', paper: 'A4, one for all' },
} as const

export type PrintKind = keyof typeof PRINT_KINDS

export function isPrintKind(text: string): text is PrintKind {
  return Object.hasOwn(PRINT_KINDS, text)
}

import { expect, it } from 'vitest'
import { shopPaused } from './closed-texts.ts'

it.each(['We are at a wedding', 'We are at a wedding.', 'We are at a wedding!'])(
  'what the owner writes about a pause is a sentence of its own: %s',
  (text) => {
    expect(shopPaused({ text, until: '2026-12-01' })).toMatch(
      /^We are at a wedding[.!] The shop takes orders again from December 1, 2026\.$/,
    )
  },
)

import { expect, it } from 'vitest'
import { originKey } from './origin-key.ts'

it('India comes first, then other countries by their code, then products without a country', () => {
  const sorted = ['US', undefined, 'AE', 'IN', 'IR'].toSorted((a, b) => originKey(a) - originKey(b))
  // `toSorted` would put undefined last by itself, so the keys are compared too.
  expect(sorted).toEqual(['IN', 'AE', 'IR', 'US', undefined])
  expect(originKey(undefined)).toBeGreaterThan(originKey('ZW'))
})

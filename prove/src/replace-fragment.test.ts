import { expect, it } from 'vitest'
import { replaceFragment } from './replace-fragment.ts'

const SOURCE = `
  const rest = netPaid(order)
  if (rest > limit(order, at)) throw tooMuch(rest)
`

it('code is replaced where it stands once', () => {
  expect(replaceFragment(SOURCE, 'rest > limit(order, at)', 'false')).toBe(
    SOURCE.replace('rest > limit(order, at)', 'false'),
  )
  expect(replaceFragment(SOURCE, 'netPaid(order', "'$&'")).toBe(SOURCE.replace('netPaid(order', () => "'$&'"))
})

it('code is found after a formatter has wrapped it', () => {
  const wrapped = `
  if (
    rest >
    limit(
      order,
      at,
    )
  )
    throw tooMuch(rest)
`
  expect(replaceFragment(wrapped, 'if (rest > limit(order, at)) throw tooMuch(rest)', '')?.trim()).toBe('')
})

it('a comma goes with the entry of a list that is taken out', () => {
  for (const list of ['[a, b,\n]', '[a, b, c]'])
    expect(replaceFragment(list, 'b,', '')).toBe(list.replace('b,', ''))
})

it.each(['limits', 'rest', 'limit (at, order)'])(
  '%s is not replaced: it does not stand there once',
  (code) => {
    expect(replaceFragment(SOURCE, code, 'false')).toBeNull()
  },
)

import { format, inspect } from 'node:util'
import { expect, it } from 'vitest'
import { CardNumber } from './payment-details.ts'

const DIGITS = '4111111111111111'

it.each([
  ['in a string', (card: CardNumber) => `paid with ${String(card)}`],
  ['as JSON', (card: CardNumber) => JSON.stringify({ card })],
  ['inspected', (card: CardNumber) => inspect({ card }, { depth: 9, showHidden: true })],
  ['formatted', (card: CardNumber) => format('%s %o %j', card, card, card)],
  ['copied', (card: CardNumber) => JSON.stringify(Object.assign({}, card))],
  ['in an error', (card: CardNumber) => new Error(String(card), { cause: card }).message],
])('a card number %s never shows five digits in a row', (_way, print) => {
  const printed = print(new CardNumber(DIGITS))
  expect(printed).not.toMatch(/\d{5}/)
})

it.each([
  ['4242424242424242', 'Visa •••• 4242'],
  ['5555555555554444', 'Mastercard •••• 4444'],
  ['6521111111111117', 'RuPay •••• 1117'],
  ['378282246310005', 'American Express •••• 0005'],
  ['9999999999999995', 'Card •••• 9995'],
])('the card number %s is shown as %s, and `reveal` returns all its digits', (digits, shown) => {
  const card = new CardNumber(digits)
  expect(String(card)).toBe(shown)
  expect(card.reveal()).toBe(digits)
})

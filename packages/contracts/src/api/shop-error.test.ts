import { describe, expect, it } from 'vitest'
import { STORE_UNREACHABLE } from './error-texts.ts'
import { errorOfResponse, isFinalRefusal, ShopError, storeMessageOf } from './shop-error.ts'

describe('the text of a failed call', () => {
  it.each([
    [409, { code: 'OUT_OF_STOCK', message: 'Sold out' }, 'API request failed: Sold out'],
    [500, { message: '' }, 'API request failed: HTTP error! status: 500'],
    [500, { message: { text: 'x' } }, 'API request failed: HTTP error! status: 500'],
    [502, null, 'API request failed: HTTP error! status: 502'],
    [502, '<html>', 'API request failed: HTTP error! status: 502'],
    [404, { message: 'API request failed: Gone' }, 'API request failed: Gone'],
  ])('for %d %j is: %s', (status, body, text) => {
    expect(errorOfResponse(status, body).message).toBe(text)
  })

  it('has its prefix once, however many layers wrap it', () => {
    const inner = new ShopError('Sold out', {})
    expect(new ShopError(inner.message, { cause: inner }).message).toBe('API request failed: Sold out')
  })
})

it.each([
  ['the message of the store', errorOfResponse(402, { message: 'No funds' }), 'API request failed: No funds'],
  ['its own text for a status without a message', errorOfResponse(402, '<html>'), 'Payment failed'],
  ['its own text for an unreachable store', new ShopError(STORE_UNREACHABLE, {}), 'Payment failed'],
  ['its own text for a fault of the page', new TypeError('x is undefined'), 'Payment failed'],
])('a page shows %s', (_case, error, text) => {
  expect(storeMessageOf(error, 'Payment failed')).toBe(text)
})

it.each([
  [404, true],
  [400, true],
  [408, false],
  [429, false],
  [503, false],
])('status %d is a final refusal: %s', (status, isFinal) => {
  expect(isFinalRefusal(errorOfResponse(status, null))).toBe(isFinal)
})

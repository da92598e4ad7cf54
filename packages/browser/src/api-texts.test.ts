import { describe, expect, it } from 'vitest'
import { apiErrorText, apiRequestFailed } from './api-texts.ts'

describe('the text of a failed call', () => {
  it.each([
    [409, { code: 'OUT_OF_STOCK', message: 'Sold out' }, 'API request failed: Sold out'],
    [500, { message: '' }, 'API request failed: HTTP error! status: 500'],
    [500, { message: { text: 'x' } }, 'API request failed: HTTP error! status: 500'],
    [502, null, 'API request failed: HTTP error! status: 502'],
    [502, '<html>', 'API request failed: HTTP error! status: 502'],
    [404, { message: 'API request failed: Gone' }, 'API request failed: Gone'],
  ])('for %d %j is: %s', (status, body, text) => {
    expect(apiErrorText(status, body)).toBe(text)
  })

  it('has its prefix once, through however many layers it passes', () => {
    expect(apiRequestFailed(apiRequestFailed(apiRequestFailed('Sold out')))).toBe(
      'API request failed: Sold out',
    )
  })
})

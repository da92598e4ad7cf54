import { describe, expect, it } from 'vitest'
import { apiErrorText, apiRequestFailed } from './api.ts'
import { signInFailed, signOutFailed } from './auth.ts'
import { recommendationApiError } from './recommendations.ts'
import { missingConfiguration } from './start-up.ts'

describe('a failed call', () => {
  it.each([
    [409, { code: 'OUT_OF_STOCK', message: 'Sold out' }, 'API request failed: Sold out'],
    [500, { message: '' }, 'API request failed: HTTP error! status: 500'],
    [500, { message: { text: 'x' } }, 'API request failed: HTTP error! status: 500'],
    [502, null, 'API request failed: HTTP error! status: 502'],
    [502, '<html>', 'API request failed: HTTP error! status: 502'],
    [404, { message: 'API request failed: Gone' }, 'API request failed: Gone'],
  ])('%d %j says: %s', (status, body, text) => {
    expect(apiErrorText(status, body)).toBe(text)
  })

  it('says so once, through however many layers it passes', () => {
    expect(apiRequestFailed(apiRequestFailed(apiRequestFailed('Sold out')))).toBe(
      'API request failed: Sold out',
    )
    expect(signInFailed(signInFailed('No'))).toBe('Sign in failed: No')
  })

  it('keeps each of its different layers', () => {
    expect(signOutFailed(apiRequestFailed('No'))).toBe('Sign out failed: API request failed: No')
  })
})

it('fills in what a text leaves open', () => {
  expect(recommendationApiError(503)).toBe('Recommendation API error: 503')
  expect(missingConfiguration(['region', 'user pool id'])).toBe(
    'Missing AWS configuration: region, user pool id',
  )
})

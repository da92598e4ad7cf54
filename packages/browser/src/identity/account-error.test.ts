import { expect, it } from 'vitest'
import { AccountError, wrapErrors } from './account-error.ts'

it('a wrapped error has its prefix once, and keeps its kind', async () => {
  const refused = new AccountError('No', { kind: 'NotAuthorizedException' })
  const twice = wrapErrors('Sign in failed: ', wrapErrors('Sign in failed: ', Promise.reject(refused)))
  await expect(twice).rejects.toMatchObject({
    message: 'Sign in failed: No',
    kind: 'NotAuthorizedException',
  })
})

it('an error that is not for the shopper is not wrapped', async () => {
  const error = new TypeError('x')
  await expect(wrapErrors('Sign in failed: ', Promise.reject(error))).rejects.toBe(error)
})

import { expect, it } from 'vitest'
import { AccountError, prefixErrors } from './account-error.ts'

it('an AccountError that is wrapped twice has its prefix once, and keeps its kind', async () => {
  const refused = new AccountError('No', { kind: 'NotAuthorizedException' })
  const twice = prefixErrors('Sign in failed: ', prefixErrors('Sign in failed: ', Promise.reject(refused)))
  await expect(twice).rejects.toMatchObject({
    message: 'Sign in failed: No',
    kind: 'NotAuthorizedException',
  })
})

it('an error that is not an AccountError is not wrapped', async () => {
  const error = new TypeError('x')
  await expect(prefixErrors('Sign in failed: ', Promise.reject(error))).rejects.toBe(error)
})

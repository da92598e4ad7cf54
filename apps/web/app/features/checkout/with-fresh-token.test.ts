import { expect, it } from 'vitest'
import { refusal } from '../../data/shop-error.ts'
import { withFreshToken } from './with-fresh-token.ts'

const unauthenticated = refusal(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })

/** A session whose token the store refuses, and which may have another. */
function setup({ renewed }: { renewed: string | null }) {
  let token: string | null = 'old'
  let calls = 0
  return {
    calls: () => calls,
    source: {
      async accessToken({ refused }: { refused?: string } = {}) {
        if (refused === token) token = renewed
        return token
      },
    },
    call: async () => {
      calls += 1
      if (token !== 'new') throw unauthenticated
      return 'done'
    },
  }
}

it('tries again with another token', async () => {
  const { source, call, calls } = setup({ renewed: 'new' })

  expect(await withFreshToken(source, call)).toBe('done')
  expect(calls()).toBe(2)
})

it('lets the refusal stand when no other can be had', async () => {
  const { source, call, calls } = setup({ renewed: null })

  await expect(withFreshToken(source, call)).rejects.toBe(unauthenticated)
  expect(calls()).toBe(1)
})

it('leaves every other failure alone', async () => {
  const { source } = setup({ renewed: 'new' })
  const declined = refusal(402, { code: 'PAYMENT_DECLINED', message: 'No' })

  await expect(withFreshToken(source, () => Promise.reject(declined))).rejects.toBe(declined)
})

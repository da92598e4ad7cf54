import { expect, it } from 'vitest'
import { refusal } from './shop-error.ts'
import { withRenewedToken } from './with-renewed-token.ts'

const unauthenticated = refusal(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })

/** A session whose token the store refuses, and which may get a new one. */
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

it('a call whose token is refused is sent again with a renewed token', async () => {
  const { source, call, calls } = setup({ renewed: 'new' })

  expect(await withRenewedToken(source, call)).toBe('done')
  expect(calls()).toBe(2)
})

it('a call fails when its token cannot be renewed', async () => {
  const { source, call, calls } = setup({ renewed: null })

  await expect(withRenewedToken(source, call)).rejects.toBe(unauthenticated)
  expect(calls()).toBe(1)
})

it('a call that fails for another reason is not sent again', async () => {
  const { source } = setup({ renewed: 'new' })
  const declined = refusal(402, { code: 'PAYMENT_DECLINED', message: 'No' })

  await expect(withRenewedToken(source, () => Promise.reject(declined))).rejects.toBe(declined)
})

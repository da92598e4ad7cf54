import { callIdentity } from '@nashta/contracts/identity/shopper-account.fixture'
import { POOL_OPERATIONS } from '../pool-operations.ts'
import { type Tokens, TOKEN_FAULTS } from './callers.ts'

/** Makes every call of the user pool that takes an access token, without a valid one. */
export async function callPoolWithoutValidToken(url: string, tokens: Tokens) {
  const wrong: string[] = []
  let calls = 0
  for (const operation of POOL_OPERATIONS) {
    if (!takesToken(operation.request)) continue
    for (const caller of TOKEN_FAULTS) {
      // One body with the fields of all operations.
      const { status, text } = await callIdentity(url, operation.target, {
        AccessToken: tokens[caller],
        AttributeName: 'email',
        Code: '123456',
        PreviousPassword: 'marigold-tea',
        ProposedPassword: 'marigold-tea-2',
        UserCode: '123456',
        SoftwareTokenMfaSettings: { Enabled: false },
        SessionId: '00000000-0000-4000-8000-000000000000',
        UserAttributes: [{ Name: 'name', Value: caller }],
      })
      calls += 1
      if (status !== 400 || !/NotAuthorizedException|InvalidParameterException/.test(text))
        wrong.push(`${operation.target} for ${caller}: ${status} ${text}`)
    }
  }
  if (calls === 0) wrong.push('no call was found')
  return { calls, wrong: wrong.join(', ') }
}

function takesToken(request: object) {
  const { shape = {} } = request as { shape?: object }
  return 'AccessToken' in shape
}

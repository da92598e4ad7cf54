import { createCallIdentity } from '@nashta/browser/identity/call-identity'
import type { AccountClient } from '@nashta/browser/session/session'
import { createBrowser } from '@nashta/browser/session/session.fixture'
import { refreshTokens } from '@nashta/browser/session/tokens'

type Sent = { operation: string; body: unknown }

/** An account client whose gateway sends these responses, by operation. Others get an empty one. */
export function createTestClient(responses: Record<string, object | Error> = {}) {
  const sent: Sent[] = []
  const browser = createBrowser()
  const callIdentity = createCallIdentity(async (_url, { headers, body }) => {
    const [, operation = ''] = new Headers(headers).get('x-amz-target')?.split('.') ?? []
    sent.push({ operation, body: await new Response(body ?? null).json() })
    const response = responses[operation] ?? {}
    if (response instanceof Error) throw response
    // Cognito's errors have a `__type`.
    return Response.json(response, { status: '__type' in response ? 400 : 200 })
  })
  const { now } = browser.clock
  const session = browser.openTab({ fetchTokens: () => refreshTokens(callIdentity, now) })
  session.restore()
  const accountClient: AccountClient = { callIdentity, session, now }
  return { accountClient, session, sent, browser, responses }
}

/** The gateway's responses when Asha signs in. */
export const RESPONSES = {
  InitiateAuth: { AuthenticationResult: { AccessToken: 'access', IdToken: 'id', ExpiresIn: 3600 } },
  GetUser: {
    Username: 'sub-of-asha',
    UserAttributes: [
      { Name: 'sub', Value: 'sub-of-asha' },
      { Name: 'email', Value: 'asha@example.in' },
      { Name: 'given_name', Value: 'Asha' },
      { Name: 'family_name', Value: 'Rao' },
      { Name: 'phone_number', Value: '+919876543210' },
    ],
  },
}

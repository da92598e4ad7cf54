import { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider'
import { expect as plainExpect } from 'vitest'

type Kind = new (...parameters: never[]) => Error
type Raw = { headers: Record<string, string> }

declare module 'vitest' {
  interface Matchers {
    /** The call is refused with the status, class, request id and headers that the protocol requires. */
    toBeRefusedWith: (kind: Kind, message?: string | RegExp) => Promise<void>
  }
}

plainExpect.extend({
  async toBeRefusedWith(call: Promise<unknown>, kind: Kind, message: string | RegExp = /./) {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    )
    const wrong = faultOf(error, kind, message)
    return {
      pass: wrong === null,
      message: () => `expected a refusal with ${kind.name} ${String(message)}: ${wrong}`,
      actual: error,
    }
  },
})

function faultOf(error: unknown, kind: Kind, message: string | RegExp) {
  if (error === null) return 'the call succeeded'
  if (!(error instanceof kind) || !(error instanceof CognitoIdentityProviderServiceException)) {
    return 'it was something else'
  }
  const { httpStatusCode, requestId = '' } = error.$metadata
  const { headers } = error.$response as unknown as Raw
  if (error.name !== kind.name) return `its name is ${error.name}`
  if (httpStatusCode !== 400) return `its status is ${httpStatusCode}`
  if (!/^[\w-]{36}$/.test(requestId)) return `its request id is ${requestId}`
  if (headers['x-amzn-errortype'] !== `${kind.name}:`) return `its header says ${headers['x-amzn-errortype']}`
  if (headers['access-control-allow-origin'] !== '*') return 'no page of another origin could read it'
  const matches = typeof message === 'string' ? error.message === message : message.test(error.message)
  return matches ? null : `it says ${error.message}`
}

export const expect = plainExpect

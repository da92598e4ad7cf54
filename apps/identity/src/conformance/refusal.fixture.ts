import { CognitoIdentityProviderServiceException } from '@aws-sdk/client-cognito-identity-provider'
import { expect as plainExpect } from 'vitest'

type ErrorClass = new (...parameters: never[]) => Error
type Message = string | RegExp
type RawResponse = { headers: Record<string, string> }

declare module 'vitest' {
  interface Matchers {
    /** The call is refused with the status, class, request id and headers that the protocol requires. */
    toBeRefusedWith: (expected: ErrorClass, message?: Message) => Promise<void>
  }
}

plainExpect.extend({
  async toBeRefusedWith(call: Promise<unknown>, expected: ErrorClass, message: Message = /./) {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    )
    const fault = findFault(error, expected, message)
    return {
      pass: fault === null,
      message: () => `expected a refusal with ${expected.name} ${String(message)}: ${fault}`,
      actual: error,
    }
  },
})

/** Says in which way the error is not the expected one. Null when it is. */
function findFault(error: unknown, expected: ErrorClass, message: Message) {
  if (error === null) return 'the call succeeded'
  if (!(error instanceof expected) || !(error instanceof CognitoIdentityProviderServiceException)) {
    return 'it was something else'
  }
  const { httpStatusCode, requestId = '' } = error.$metadata
  const { headers } = error.$response as unknown as RawResponse
  if (error.name !== expected.name) return `its name is ${error.name}`
  if (httpStatusCode !== 400) return `its status is ${httpStatusCode}`
  if (!/^[\w-]{36}$/.test(requestId)) return `its request id is ${requestId}`
  const errorType = headers['x-amzn-errortype']
  if (errorType !== `${expected.name}:`) return `its header says ${errorType}`
  if (headers['access-control-allow-origin'] !== '*') return 'no page of another origin could read it'
  const matches = typeof message === 'string' ? error.message === message : message.test(error.message)
  return matches ? null : `it says ${error.message}`
}

/** Tests import `expect` from here, so that it has the matcher. */
export const expect = plainExpect

import { RESPONSE_UNREADABLE, STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { parseJson } from '@nashta/contracts/api/fetch-shop'
import { httpErrorText } from '@nashta/contracts/api/shop-error'
import {
  IDENTITY_GATEWAY_BASE,
  type IdentityResponse,
  type IdentityRequest,
} from '@nashta/contracts/identity/identity-gateway'
import {
  IDENTITY_CONTENT_TYPE,
  type IdentityOperation,
  TARGET_HEADER,
} from '@nashta/contracts/identity/identity-operation'
import { identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import { AccountError } from './account-error.ts'

/** A busy store may need seconds to respond; few shoppers wait longer than this. */
const TIMEOUT_MS = 20_000

/** Calls the identity gateway, which speaks the protocol of Amazon Cognito. Rejects with an `AccountError` only. */
export type CallIdentity = <Operation extends IdentityOperation>(
  operation: Operation,
  request: IdentityRequest<Operation>,
) => Promise<IdentityResponse<Operation>>

export function createCallIdentity(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): CallIdentity {
  return async function callIdentity({ target, response: schema }, request) {
    const { response, body } = await send(target, JSON.stringify(request))
    if (!response.ok) throw toAccountError(response.status, body)

    const result = schema.safeParse(body)
    if (!result.success) throw new AccountError(RESPONSE_UNREADABLE, { cause: result.error })
    // The compiler cannot see that this is the response of this operation.
    return result.data as never
  }

  async function send(target: string, body: string) {
    try {
      const response = await fetch(IDENTITY_GATEWAY_BASE, {
        method: 'POST',
        headers: { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: target },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return { response, body: parseJson(await response.text()) }
    } catch (error) {
      throw new AccountError(STORE_UNREACHABLE, { cause: error })
    }
  }
}

function toAccountError(status: number, body: unknown) {
  const { data } = identityErrorSchema.safeParse(body)
  const { __type: kind = null, message } = data ?? {}
  const canShowMessage = Boolean(message)
  return new AccountError(message || httpErrorText(status), { kind, canShowMessage })
}

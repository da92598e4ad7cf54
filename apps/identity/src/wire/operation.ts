import type * as z from 'zod/mini'
import { readRequest } from './read-request.ts'

export type Call = { requestId: string }

/** One call of the protocol. */
export type Operation = {
  /** `Service.Operation`, as the target header says it. */
  target: string
  /** Whether the caller must sign the request with the pool's own key. */
  signed: boolean
  /** Null is an answer without a body. */
  run: (body: unknown, call: Call) => Promise<object | null>
}

export function operation<Request extends z.ZodMiniType>(
  { target }: { target: string },
  request: Request,
  run: (input: z.output<Request>, call: Call) => Promise<object | null>,
): Operation {
  return { target, signed: false, run: (body, call) => run(readRequest(request, body), call) }
}

export function signedOperation<Request extends z.ZodMiniType>(
  name: string,
  request: Request,
  run: (input: z.output<Request>, call: Call) => Promise<object | null>,
): Operation {
  const target = `AWSCognitoIdentityProviderService.${name}`
  return { ...operation({ target }, request, run), signed: true }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { portOf } from '../proof-context.ts'
import { createTokenBuckets } from './token-buckets.ts'

/**
 * Cognito's default quotas, from "Quotas in Amazon Cognito" in the Cognito developer guide. The
 * operations of a category share one quota. It counts the requests of all users of an AWS account
 * in one region.
 */
const QUOTAS: { perSecond: number; operations: string[] }[] = [
  // UserAuthentication.
  { perSecond: 120, operations: ['InitiateAuth'] },
  // Three times the quota of UserAuthentication. Cognito counts any further requests against the
  // quota of UserAuthentication, but this proxy refuses them.
  { perSecond: 360, operations: ['RespondToAuthChallenge'] },
  // UserRead.
  { perSecond: 120, operations: ['GetUser'] },
  // UserToken.
  { perSecond: 120, operations: ['RevokeToken'] },
  // UserCreation.
  { perSecond: 50, operations: ['SignUp', 'ConfirmSignUp'] },
  // UserResourceRead.
  { perSecond: 50, operations: ['ResendConfirmationCode'] },
  // UserAccountRecovery.
  { perSecond: 30, operations: ['ForgotPassword', 'ConfirmForgotPassword', 'ChangePassword'] },
  // UserUpdate.
  {
    perSecond: 25,
    operations: ['DeleteUser', 'GlobalSignOut', 'UpdateUserAttributes', 'VerifyUserAttribute'],
  },
  // UserResourceUpdate.
  { perSecond: 25, operations: ['SetUserMFAPreference', 'AssociateSoftwareToken', 'VerifySoftwareToken'] },
]

/** Quotas are not divided by user, so each bucket has a single key. */
const ALL_USERS = 'all users'

/** A proxy in front of a user pool that refuses requests as Cognito does when its quotas are used up. */
export async function startQuotaProxy({ target, quotaFactor }: { target: string; quotaFactor: number }) {
  const quotas = QUOTAS.map(({ perSecond, operations }) => ({
    operations,
    bucket: createTokenBuckets(perSecond * quotaFactor, () => performance.now()),
  }))
  const state = { isUsedUp: false }
  const accepted = new Map<string, number>()

  /** Counts a request against its quota. Returns false when the quota is used up. */
  function takeFromQuota(operation: string): boolean {
    if (state.isUsedUp) return false
    const bucket = quotas.find(({ operations }) => operations.includes(operation))?.bucket
    if (!bucket) return true
    if (bucket.isEmpty(ALL_USERS)) return false
    bucket.take(ALL_USERS, 1)
    return true
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const operation = String(request.headers[TARGET_HEADER] ?? '').split('.')[1] ?? ''
    const body = await buffer(request)
    // A GET reads the pool's public keys, which have no quota.
    if (request.method === 'POST') {
      if (!takeFromQuota(operation)) {
        response.writeHead(400, { 'content-type': IDENTITY_CONTENT_TYPE })
        response.end('{"__type":"TooManyRequestsException","message":"Rate exceeded"}')
        return
      }
      accepted.set(operation, (accepted.get(operation) ?? 0) + 1)
    }
    const { status, headers, text } = await forward(target + (request.url ?? ''), request.method, {
      headers: request.headers,
      body,
    })
    response.writeHead(status, headers)
    response.end(text)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    /** A proof sets `isUsedUp` to have every operation refused. */
    state,
    countAccepted: (operation: string) => accepted.get(operation) ?? 0,
    stop: () => server.close(),
  }
}

async function forward(
  url: string,
  method: string | undefined,
  call: { headers: NodeJS.Dict<string | string[]>; body: Buffer },
) {
  const type = call.headers['content-type']
  const target = call.headers[TARGET_HEADER]
  const isGet = method === 'GET'
  const response = await fetch(url, {
    method: isGet ? 'GET' : 'POST',
    headers: {
      ...(type && { 'content-type': String(type) }),
      ...(target && { [TARGET_HEADER]: String(target) }),
    },
    ...(!isGet && { body: new Uint8Array(call.body) }),
  })
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? IDENTITY_CONTENT_TYPE },
    text: await response.text(),
  }
}

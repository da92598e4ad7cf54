import { createHash } from 'node:crypto'
import { ACCOUNT_LIMITS, IP_LIMITS, tooManyAttempts } from '@nashta/contracts/api/rate-limits'
import { countAttemptInAll, createNetworkLimit, createRateLimit } from '@nashta/service-kit/limits/rate-limit'
import type { FastifyRequest } from 'fastify'
import { knownDeviceOf } from '../devices/device-token.ts'
import { PoolError } from '../wire/pool-error.ts'
import type { GatewayCall } from './forward-call.ts'

type Body = GatewayCall['body']
type LimitedCall = Pick<GatewayCall, 'body' | 'deviceToken'>

/** The rate limits that a call counts towards. `accountOf` reads the user name from the body. */
export type CallLimits = {
  perIp: keyof typeof IP_LIMITS
  perAccount?: { limit: keyof typeof ACCOUNT_LIMITS; accountOf: (body: Body) => unknown }
}

type LimitCheckOptions = { ipLimitScale: number; clientSecret: string | undefined; now: () => Date }

/** The returned function counts a call and throws beyond a limit. Operations may share a limit. */
export function createLimitCheck({ ipLimitScale, clientSecret, now }: LimitCheckOptions) {
  const ipLimits = mapValues(IP_LIMITS, (rule) => createNetworkLimit({ ...rule, scale: ipLimitScale, now }))
  const accountLimits = mapValues(ACCOUNT_LIMITS, (rule) => createRateLimit({ ...rule, now }))

  return function assertWithinLimits({ ip, log, id }: FastifyRequest, limits: CallLimits, call: LimitedCall) {
    const networkKeys = ipLimits[limits.perIp].keysOf(ip)
    const limitedKeys = [...networkKeys]
    const account = limits.perAccount?.accountOf(call.body)
    if (limits.perAccount && typeof account === 'string') {
      // A device that has signed in to the account before has its own key. Strangers share one.
      const device = knownDeviceOf(call.deviceToken, { clientSecret, username: account }) ?? ''
      limitedKeys.push([accountLimits[limits.perAccount.limit], accountKey(account) + device])
    }
    const result = countAttemptInAll(limitedKeys)
    if (result.allowed) return

    // The result does not say which limit refused the call.
    const isIpLimited = networkKeys.some(([limit, key]) => !limit.check(key).allowed)
    const limitName = isIpLimited ? limits.perIp : limits.perAccount?.limit
    const message = isIpLimited
      ? 'too many attempts of one network address'
      : 'too many attempts for one account'
    // The name of the limit is logged as `part`, because logs have no field of their own for it.
    log.warn({ requestId: id, part: limitName }, message)
    const { retryAfterSeconds: retryAfter } = result
    throw new PoolError('TooManyRequestsException', tooManyAttempts(retryAfter), { status: 429, retryAfter })
  }
}

/**
 * The key is a hash, so that memory holds no readable e-mail address. All spellings of one address
 * have the same key.
 */
function accountKey(name: string) {
  return createHash('sha256').update(name.trim().normalize('NFKC').toLowerCase()).digest('base64url')
}

function mapValues<Name extends string, Rule, Limit>(
  rules: Record<Name, Rule>,
  create: (rule: Rule) => Limit,
) {
  const entries = Object.entries<Rule>(rules).map(([name, rule]) => [name, create(rule)])
  return Object.fromEntries(entries) as Record<Name, Limit>
}

import { FOREIGN_SITE } from '@nashta/contracts/identity/gateway-texts'
import type { FastifyRequest } from 'fastify'
import { PoolError } from '../wire/pool-error.ts'

export type OwnAddress = { publicUrl: string; https: boolean }

/** The cookie goes along with whatever the browser sends here: a page of another site must not make it do so. */
export function refuseForeignPages({ publicUrl, https }: OwnAddress) {
  const publicOrigin = new URL(publicUrl).origin

  return async function refuseForeignPage({ headers, log, id }: FastifyRequest) {
    const { origin, host, 'sec-fetch-site': site } = headers
    // Without the browser's own word the page's origin decides; a program that is no browser names neither.
    const isOurs = site === undefined ? isOwnOrigin(origin, host) : site === 'same-origin' || site === 'none'
    if (isOurs) return

    log.warn({ requestId: id }, 'refused a page of another site')
    throw new PoolError('UnauthorizedException', FOREIGN_SITE, { status: 403 })
  }

  function isOwnOrigin(origin: string | undefined, host: string | undefined) {
    const asked = `${https ? 'https' : 'http'}://${host}`
    return origin === undefined || origin === publicOrigin || origin === asked
  }
}

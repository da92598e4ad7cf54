import { createHash } from 'node:crypto'
import { CURSOR_INVALID } from '@nashta/contracts/catalogue/product-query-texts'
import { ServiceError } from '@nashta/service-kit/http/service-error'

/** Where a page ended, by what it is ordered by: the next begins after it, wherever that is by then. */
export type PageEnd = readonly [tier: number, key: number, position: number]

const CHECK_BYTES = 9

/** What a search ranks into. */
export const TIERS = 5

/** Bound to its query: elsewhere, or with one character changed, it is refused. It opens nothing, so it needs no secret. */
export function writeCursor(end: PageEnd, query: string): string {
  const text = JSON.stringify(end)
  return Buffer.concat([checkOf(text, query), Buffer.from(text)]).toString('base64url')
}

export function readCursor(cursor: string, query: string): PageEnd {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(CHECK_BYTES).toString()
  const isOurs =
    bytes.toString('base64url') === cursor && bytes.subarray(0, CHECK_BYTES).equals(checkOf(text, query))
  const end: unknown = isOurs && isJson(text) ? JSON.parse(text) : null
  if (!isPageEnd(end)) throw new ServiceError('VALIDATION_FAILED', `query.cursor: ${CURSOR_INVALID}`)
  return end
}

function checkOf(text: string, query: string): Buffer {
  return createHash('sha256').update(`${text}\n${query}`).digest().subarray(0, CHECK_BYTES)
}

/** Anybody can make a cursor that passes its check, so what it says is looked at like anything else people send. */
function isPageEnd(value: unknown): value is PageEnd {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [tier, ...rest] = value as unknown[]
  return isTier(tier) && rest.every((part) => Number.isFinite(part))
}

function isTier(tier: unknown) {
  return Number.isInteger(tier) && Number(tier) >= 0 && Number(tier) < TIERS
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

import { createHash } from 'node:crypto'
import { CURSOR_INVALID } from '@nashta/contracts/catalogue/product-query'
import { TIER_COUNT } from '@nashta/contracts/catalogue/search/search-rule'
import { ServiceError } from '@nashta/service-kit/service-error'

/**
 * The values by which a product is sorted. A cursor contains those of the last product of a page.
 * The next page begins after these values, even if that product was removed meanwhile.
 */
export type SortValues = readonly [tier: number, key: number, position: number]

/** With 72 bits, a cursor that was changed by accident practically never has the right checksum. */
const CHECKSUM_BYTES = 9

/**
 * `scope` is the text of the query. A checksum detects a cursor that was damaged or was written for
 * another query. The checksum protects no data, so it needs no secret.
 */
export function writeCursor(end: SortValues, scope: string): string {
  const text = JSON.stringify(end)
  return Buffer.concat([checksumOf(text, scope), Buffer.from(text)]).toString('base64url')
}

export function readCursor(cursor: string, scope: string): SortValues {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(CHECKSUM_BYTES).toString()
  // `Buffer.from` skips characters that are not base64url. Encoding again finds them.
  const isWellFormed = bytes.toString('base64url') === cursor
  const isValid = isWellFormed && bytes.subarray(0, CHECKSUM_BYTES).equals(checksumOf(text, scope))
  const end = isValid ? parseJson(text) : null
  if (!areSortValues(end)) {
    throw new ServiceError('VALIDATION_FAILED', `query.cursor: ${CURSOR_INVALID}`)
  }
  return end
}

function checksumOf(text: string, scope: string): Buffer {
  return createHash('sha256').update(`${text}\n${scope}`).digest().subarray(0, CHECKSUM_BYTES)
}

/** A client can compute the checksum, so the content is validated like any other input. */
function areSortValues(value: unknown): value is SortValues {
  if (!Array.isArray(value) || value.length !== 3) return false
  return isTier(value[0]) && value.every((part) => Number.isFinite(part))
}

function isTier(tier: unknown) {
  return Number.isInteger(tier) && Number(tier) >= 0 && Number(tier) < TIER_COUNT
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

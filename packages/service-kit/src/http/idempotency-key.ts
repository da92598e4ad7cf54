import { ServiceError } from './service-error.ts'

const KEY = /^[\x21-\x7e]{1,128}$/

/** A client's name for one attempt; undefined when it gave none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return `key:${header}`
  throw new ServiceError('VALIDATION_FAILED', 'header.idempotency-key: must be 1 to 128 visible characters')
}

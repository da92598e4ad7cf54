import { randomBytes } from 'node:crypto'

const ID_LENGTH = 32
const IDS_AT_ONCE = 512

let pool = ''
let used = 0

/** By chance, so that it tells nobody how many there were; many at a time, because every answer has one. */
export function newRequestId(): string {
  if (used === pool.length) {
    pool = randomBytes((IDS_AT_ONCE * ID_LENGTH) / 2).toString('hex')
    used = 0
  }
  used += ID_LENGTH
  return pool.slice(used - ID_LENGTH, used)
}

import { createHmac, timingSafeEqual } from 'node:crypto'

// Time-based one-time passwords (RFC 6238) with the values that every authenticator app supports.

export const SECRET_BYTES = 20
const DIGITS = 6
const STEP_SECONDS = 30
/** A phone's clock may be wrong by this many steps. */
const STEPS_OFF_MAX = 1

const CODE = /^\d{6}$/

/** True for a code of the app, false for a recovery code. */
export function isAppCode(code: string) {
  return CODE.test(code)
}

/** The code of a step (RFC 4226, section 5.3). A step has 30 seconds, and step 0 began in 1970. */
export function codeOfStep(secret: Buffer, step: number, digits = DIGITS) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(at: Date) {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS)
}

/** The step that the code belongs to, or null when it is the code of no step near this time. */
export function matchingStep(secret: Buffer, code: string, at: Date): number | null {
  if (!isAppCode(code)) return null
  const current = stepAt(at)
  let match: number | null = null
  // All steps are compared, so that the duration does not reveal which one matches.
  for (let step = current - STEPS_OFF_MAX; step <= current + STEPS_OFF_MAX; step += 1) {
    if (timingSafeEqual(Buffer.from(code), Buffer.from(codeOfStep(secret, step)))) match = step
  }
  return match
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export function toBase32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

export function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

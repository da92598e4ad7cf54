import { isBirthDate, isEmail } from '@nashta/contracts/account/checks'
import { invalidParameter, notAuthorized } from '../wire/pool-error.ts'
import type { User } from './user.ts'

/** The standard attributes of Cognito that a user may write. */
const WRITABLE = new Set(
  `address birthdate email family_name gender given_name locale middle_name name nickname phone_number picture
  profile website zoneinfo`.split(/\s+/),
)

/** Only the pool sets these. Otherwise a user could mark any address as verified. */
const READ_ONLY = new Set(['sub', 'email_verified', 'phone_number_verified', 'updated_at'])

/** For example +919876543210. */
const E164 = /^\+[1-9]\d{1,14}$/

export type GivenAttribute = { Name: string; Value?: string | undefined }

/** The values by attribute name. Throws at the first bad attribute, so that none is written. */
export function parseAttributes(given: readonly GivenAttribute[], now: Date): Record<string, string> {
  const attributes = Object.fromEntries(given.map(({ Name, Value = '' }) => [Name, Value]))
  for (const name of Object.keys(attributes)) assertWritable(name)
  for (const [name, value] of Object.entries(attributes)) assertValue(name, value, now)
  return attributes
}

function assertWritable(name: string) {
  if (READ_ONLY.has(name)) throw notAuthorized('A client attempted to write unauthorized attribute')
  if (!WRITABLE.has(name)) throw outOfSchema(name, 'Attribute does not exist in the schema.')
}

function assertValue(name: string, value: string, now: Date) {
  if (name === 'email' && !isEmail(value)) {
    throw value === ''
      ? outOfSchema('email', 'The attribute is required')
      : invalidParameter('Invalid email address format.')
  }
  // An empty value is not stored: it removes the attribute.
  if (value === '') return
  if (name === 'phone_number' && !E164.test(value)) throw invalidParameter('Invalid phone number format.')
  if (name !== 'birthdate') return
  if (value.length < 10) throw outOfSchema('birthdate', 'String must be no shorter than 10 characters')
  if (value.length > 10) throw outOfSchema('birthdate', 'String must be no longer than 10 characters')
  if (!isBirthDate(value, now)) throw outOfSchema('birthdate', 'Must be a real date in the past')
}

function outOfSchema(name: string, problem: string) {
  return invalidParameter(`Attributes did not conform to the schema: ${name}: ${problem}`)
}

/** The attributes in the response of GetUser, where every value is text. */
export function listAttributes(user: User) {
  const listed: Record<string, string | boolean> = { sub: user.sub, ...attributeClaims(user) }
  return Object.entries(listed).map(([Name, value]) => ({ Name, Value: String(value) }))
}

/** The attributes in an id token. */
export function attributeClaims({
  email,
  emailVerified,
  attributes,
}: User): Record<string, string | boolean> {
  return {
    email,
    email_verified: emailVerified,
    // `attributes` never contains `email` or `email_verified`.
    ...attributes,
    // The pool verifies no phone numbers.
    ...(attributes['phone_number'] !== undefined && { phone_number_verified: false }),
  }
}

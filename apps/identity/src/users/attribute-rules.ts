import { isBirthDate } from '@nashta/contracts/account/birth-date'
import { isEmail } from '@nashta/contracts/account/email'
import { invalidParameter, notAuthorized } from '../wire/refusals.ts'

const WRITABLE = new Set([
  'address',
  'birthdate',
  'email',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'profile',
  'website',
  'zoneinfo',
])

/** Set by the pool alone: whoever could write them could claim an address that is not theirs. */
const OURS = new Set(['sub', 'email_verified', 'phone_number_verified', 'updated_at'])

const E164 = /^\+[1-9]\d{1,14}$/

export type GivenAttribute = { Name: string; Value?: string | undefined }

/** Checked as a whole: one bad attribute, and none is written. */
export function readAttributes(given: readonly GivenAttribute[], now: Date): Map<string, string> {
  const attributes = new Map(given.map(({ Name, Value = '' }) => [Name, Value]))
  for (const name of attributes.keys()) assertWritable(name)
  for (const [name, value] of attributes) assertValue(name, value, now)
  return attributes
}

function assertWritable(name: string) {
  if (OURS.has(name)) throw notAuthorized('A client attempted to write unauthorized attribute')
  if (!WRITABLE.has(name)) throw outOfSchema(name, 'Attribute does not exist in the schema.')
}

function assertValue(name: string, value: string, now: Date) {
  if (name === 'email' && !isEmail(value)) {
    throw value === ''
      ? outOfSchema('email', 'The attribute is required')
      : invalidParameter('Invalid email address format.')
  }
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

import { AGE_MAX_YEARS } from '../constants.ts'
import { calendarDay } from '../dates.ts'

// A local part, @, and labels with dots between them: asha.rao@mail.example.com. A label contains
// no dot, so a match never backtracks and takes linear time. Characters that separate or quote
// addresses in a mail header are refused.
const EMAIL = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@.,;:<>()[\]"\\\p{Cc}]+(?:\.[^\s@.,;:<>()[\]"\\\p{Cc}]+)+$/u

/** Mail servers drop invisible characters, and read the full stop of Chinese text as a dot. */
const REFUSED_IN_EMAIL = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u3002]/u

/**
 * Refuses characters that mail servers drop or replace, such as full-width letters. With them, two
 * addresses would reach one mailbox, and each address would have its own rate limit.
 */
export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !REFUSED_IN_EMAIL.test(text) && text.normalize('NFKC') === text
}

/** For comparing addresses: Asha@Example.com and asha@example.com are the same account. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}

/** Up to 15 digits, as E.164 allows, with or without the +: +919876543210. */
const PHONE = /^\+?[1-9]\d{1,14}$/
const INDIAN_MOBILE = /^[6-9]\d{9}$/

function withoutSpaces(phone: string): string {
  return phone.replace(/\s/g, '')
}

export function isPhone(phone: string): boolean {
  return PHONE.test(withoutSpaces(phone))
}

/**
 * Formats a number as E.164 (+919876543210), which user pools require. An Indian mobile number
 * without a country code gets +91.
 */
export function toE164(phone: string): string {
  const compact = withoutSpaces(phone)
  if (compact.startsWith('+')) return compact

  return INDIAN_MOBILE.test(compact) ? `+91${compact}` : `+${compact}`
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether the text is a real date (YYYY-MM-DD), not in the future, at most `AGE_MAX_YEARS` ago. */
export function isBirthDate(text: string, now: Date): boolean {
  if (!isCalendarDay(text)) return false

  // Dates as YYYY-MM-DD can be compared as texts.
  const today = calendarDay(now)
  const earliest = `${Number(today.slice(0, 4)) - AGE_MAX_YEARS}${today.slice(4)}`
  return text >= earliest && text <= today
}

function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // `Date` parses the 31st of a shorter month as a day of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

import { foldEmail } from '@nashta/contracts/account/checks'

/** The data that the pool has about the owner of a password. */
export type PasswordOwner = { email: string; attributes: Readonly<Record<string, string>> }

const NAME_ATTRIBUTES = ['name', 'given_name', 'middle_name', 'family_name', 'nickname']
/** Shorter parts of the owner's data are ignored, because they occur in other words by chance. */
const WORD_MIN_LENGTH = 3

/** A password with data of its owner must have at least this many other letters and digits. */
const OTHER_CHARACTERS_MIN = 6

/** True for a password that is little more than the owner's name, e-mail address, phone number or birth date. */
export function isPersonalPassword(password: string, owner: PasswordOwner) {
  const simplified = simplify(password)
  let rest = simplified
  for (const word of personalWords(owner)) rest = rest.replaceAll(word, '')
  return rest !== simplified && rest.length < OTHER_CHARACTERS_MIN
}

/**
 * The words of the owner's data, longest first. If `anna` were removed from a password before
 * `annabel`, the rest `bel` would count as other characters.
 */
function personalWords({ email, attributes }: PasswordOwner) {
  const [local = '', domain = ''] = foldEmail(email).split('@')
  // The top-level domain, such as com, is left out.
  const domainNames = domain.split('.').slice(0, -1)
  const texts = [local, ...local.split(/[^\p{L}\p{N}]+/u), ...domainNames]
  for (const name of NAME_ATTRIBUTES) {
    const value = attributes[name] ?? ''
    texts.push(value, ...value.split(/\s+/))
  }
  texts.push(...phoneWords(attributes['phone_number'] ?? ''), ...dateWords(attributes['birthdate'] ?? ''))
  const words = texts.map(simplify).filter((word) => word.length >= WORD_MIN_LENGTH)
  return words.toSorted((a, b) => b.length - a.length)
}

/** The number with and without its country code, and its halves. An Indian number has ten digits. */
function phoneWords(phone: string) {
  const number = phone.slice(-10)
  return [phone, number, number.slice(0, 5), number.slice(5)]
}

/** The usual ways to write a date. 1990-02-28 gives 28021990, 280290, 2802, 1990 and others. */
function dateWords(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  const shortYear = year.slice(-2)
  const withoutYear = [day + month, month + day]
  const withYear = withoutYear.flatMap((dayAndMonth) => [
    dayAndMonth + year,
    year + dayAndMonth,
    dayAndMonth + shortYear,
  ])
  return [date, year, ...withoutYear, ...withYear]
}

/**
 * Makes the text lower case, and removes everything but letters, digits and combining marks, such
 * as the vowel signs of Hindi.
 */
function simplify(text: string) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** The digits of a phone number in India without the country code. */
const PHONE_DIGITS = 10
const COUNTRY_CODE = '91'
/** A mobile number in India. */
const MOBILE = /[6-9]\d{9}/g
/** Separates two numbers, such as `/`: everything but digits and the signs that are used within a number. */
const BETWEEN_NUMBERS = /[^\d\s().+-]+/
/** The zero of each script whose digits people in India type. NFKC does not make these Western digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66]

/** A text in which no character has another form, as most phone numbers are. */
const ASCII = /^[ -~]*$/

/** The text with digits of all scripts of India as 0 to 9. */
export function withWesternDigits(text: string): string {
  if (ASCII.test(text)) return text
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find((each) => code >= each && code < each + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

/** All digits of the text, as 0 to 9. */
export function digitsOf(text: string): string {
  return withWesternDigits(text).replaceAll(/\D/g, '')
}

/**
 * The phone numbers in a text, as they are compared: without the country code, a leading zero and signs. A
 * shopper types `98765 43210`, `+91-9876543210` or `9876543210 / 9123456789`.
 */
export function phoneNumbersIn(text: string): string[] {
  const parts = withWesternDigits(text)
    .split(BETWEEN_NUMBERS)
    .map((part) => part.replaceAll(/\D/g, ''))
  const whole = parts.filter((digits) => digits.length >= PHONE_DIGITS)
  const found = (whole.length > 0 ? whole : [parts.join('')]).flatMap(numbersOf)
  return [...new Set(found)]
}

/** The first phone number of the text, which the courier calls. Empty without any digit. */
export function phoneNumberIn(text: string): string {
  return phoneNumbersIn(text)[0] ?? ''
}

function numbersOf(digits: string): string[] {
  // Ten digits have no country code, even if they begin with 91.
  const mayHaveCode = digits.length > PHONE_DIGITS
  const national = mayHaveCode ? withoutCode(digits) : digits
  const mobiles = national.match(MOBILE)
  if (mobiles) return mobiles
  return national === '' ? [] : [national.slice(-PHONE_DIGITS)]
}

function withoutCode(digits: string) {
  const plain = digits.replace(/^0+/, '')
  const isWithCode = plain.startsWith(COUNTRY_CODE) && plain.length >= COUNTRY_CODE.length + PHONE_DIGITS
  return isWithCode ? plain.slice(COUNTRY_CODE.length).replace(/^0+/, '') : plain
}

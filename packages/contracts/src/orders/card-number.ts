const CARD_DIGITS_MIN = 13
const CARD_DIGITS_MAX = 19

/** Groups of digits with spaces, dots or dashes between them: `4242 4242.4242 - 4242`. */
const DIGIT_GROUPS = /\d+(?:[ .-]+\d+)*/g

/** Whether a text contains digits that may be a card number. Such a text must not be stored. */
export function hasCardNumber(text: string): boolean {
  return (text.match(DIGIT_GROUPS) ?? []).some((run) => hasCardNumberInGroups(run.split(/[ .-]+/)))
}

/**
 * Whether consecutive groups form a card number. Other groups may stand before and after it, such
 * as the expiry date and the CVV.
 */
function hasCardNumberInGroups(groups: readonly string[]): boolean {
  return groups.some((_group, start) => {
    let digits = ''
    for (const group of groups.slice(start)) {
      digits += group
      if (digits.length > CARD_DIGITS_MAX) return false
      if (digits.length >= CARD_DIGITS_MIN && isLuhnValid(digits)) return true
    }
    return false
  })
}

/**
 * Whether the last digit is the check digit that every card number has. From the right, every
 * second digit is doubled, and the two digits of a double are added. The sum is a multiple of 10.
 */
function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of Array.from(digits, Number).toReversed().entries()) {
    const value = index % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

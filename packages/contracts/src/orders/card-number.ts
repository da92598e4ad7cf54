/** Runs of 13 to 19 digits, with single spaces or dashes between them. */
const DIGIT_RUNS = /\d(?:[ -]?\d){12,18}/g

/** Whether a text contains what may be a card number: such a text must not be stored. */
export function hasCardNumber(text: string): boolean {
  return (text.match(DIGIT_RUNS) ?? []).some((run) => isLuhnValid(run.replaceAll(/\D/g, '')))
}

/** Whether the last digit is the right check digit, as in every card number. */
function isLuhnValid(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 1 ? digit * 2 : digit))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

// Each label ends where the next dot begins, so a match never backtracks: time grows with length
// alone. Characters that separate or quote addresses in a mail header are refused.
const EMAIL = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@.,;:<>()[\]"\\\p{Cc}]+(?:\.[^\s@.,;:<>()[\]"\\\p{Cc}]+)+$/u

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

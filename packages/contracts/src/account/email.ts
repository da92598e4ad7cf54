// A label cannot contain a dot, so a match never backtracks and takes linear time. Characters that separate or
// quote addresses in a mail header are refused.
const EMAIL = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@.,;:<>()[\]"\\\p{Cc}]+(?:\.[^\s@.,;:<>()[\]"\\\p{Cc}]+)+$/u

export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

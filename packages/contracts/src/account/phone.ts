const PHONE = /^\+?[1-9]\d{1,14}$/
const INDIAN_MOBILE = /^[6-9]\d{9}$/

export function withoutSpaces(phone: string): string {
  return phone.replace(/\s/g, '')
}

export function isPhone(phone: string): boolean {
  return PHONE.test(withoutSpaces(phone))
}

/** E.164, which user pools insist on. Ten digits that can be an Indian mobile number are one. */
export function toE164(phone: string): string {
  const compact = withoutSpaces(phone)
  if (compact.startsWith('+')) return compact

  const digits = compact.replace(/^0+/, '')
  return INDIAN_MOBILE.test(digits) ? `+91${digits}` : `+${digits}`
}

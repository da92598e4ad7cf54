const PHONE = /^\+?[1-9]\d{1,14}$/
const INDIAN_MOBILE = /^[6-9]\d{9}$/

function withoutSpaces(phone: string): string {
  return phone.replace(/\s/g, '')
}

export function isPhone(phone: string): boolean {
  return PHONE.test(withoutSpaces(phone))
}

/** E.164, which user pools require. Ten digits that fit an Indian mobile number get +91. */
export function toE164(phone: string): string {
  const compact = withoutSpaces(phone)
  if (compact.startsWith('+')) return compact

  const digits = compact.replace(/^0+/, '')
  return INDIAN_MOBILE.test(digits) ? `+91${digits}` : `+${digits}`
}

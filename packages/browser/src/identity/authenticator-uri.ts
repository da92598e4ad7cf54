type AuthenticatorUriOptions = { email: string; secret: string; shopName: string | undefined }

/** The address in the QR code, which gives the secret to an authenticator app. */
export function authenticatorUri({ email, secret, shopName = '' }: AuthenticatorUriOptions): string {
  // A colon ends the name of the issuer.
  const issuer = encodeURIComponent(shopName.replaceAll(':', ' ').trim())
  const account = encodeURIComponent(email)
  if (issuer === '') return `otpauth://totp/${account}?secret=${secret}`
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`
}

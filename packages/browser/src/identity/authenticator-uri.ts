/** The address in the QR code, which gives the secret to an authenticator app. */
export function authenticatorUri({ email, secret }: { email: string; secret: string }): string {
  return `otpauth://totp/Nashta:${encodeURIComponent(email)}?secret=${secret}&issuer=Nashta`
}

import type { User } from './user.ts'

/** As an answer lists them: text all of it. */
export function listAttributes(user: User) {
  const { sub, email, emailVerified, attributes } = user
  const listed: Record<string, string> = { sub, email, email_verified: String(emailVerified), ...attributes }
  if (attributes['phone_number'] !== undefined) listed['phone_number_verified'] = 'false'
  return Object.entries(listed).map(([Name, Value]) => ({ Name, Value }))
}

/** As the id token carries them: what is true or false is no text there. */
export function attributeClaims(user: User): Record<string, string | boolean> {
  const { email, emailVerified, attributes } = user
  return {
    ...attributes,
    email,
    email_verified: emailVerified,
    ...(attributes['phone_number'] !== undefined && { phone_number_verified: false }),
  }
}

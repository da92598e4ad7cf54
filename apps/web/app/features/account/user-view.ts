import type { CurrentUser } from '@nashta/browser/user'

/** The shopper as pages show them. */
export type UserView = {
  uid: string
  email: string
  displayName: string
  firstName: string
  lastName: string
}

export function userViewOf(user: CurrentUser): UserView {
  const { sub, email, firstName, lastName } = user
  return { uid: sub, email, displayName: fullName(user) || email, firstName, lastName }
}

/** First and last name, or empty when neither is known. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** What the header calls the shopper: the first name, else the e-mail up to its @. */
export function shortName({ firstName, email }: { firstName: string; email: string }): string {
  return firstName.trim() || (email.split('@')[0] ?? email)
}

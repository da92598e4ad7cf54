/** First and last name, or empty when neither is known. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** What the header calls the shopper: the first name, else the e-mail up to its @. */
export function shortName({ firstName, email }: { firstName: string; email: string }): string {
  return firstName.trim() || (email.split('@')[0] ?? email)
}

/** The attributes of the user pool, and the claims of its id tokens, that have a user's name. */
type NameAttributes = {
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
}

const LENGTH_MAX = 80

/** The name in the attributes of a user, as it is shown to operators; null without a name. */
export function fullNameIn({ name, given_name = '', family_name = '' }: NameAttributes): string | null {
  const text = name?.trim() || `${given_name} ${family_name}`
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, LENGTH_MAX) || null
}

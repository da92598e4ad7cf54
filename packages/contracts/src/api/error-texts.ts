// Every page loads these texts. It does not load shop-error.ts.

export const STORE_UNREACHABLE = 'The store could not be reached. Please check your connection and try again.'
export const RESPONSE_UNREADABLE = 'The store gave an answer that could not be read. Please try again.'

/** Adds the prefix unless the message has it: several layers may add the same one. */
export function withPrefix(prefix: string, message: string): string {
  return message.startsWith(prefix) ? message : `${prefix}${message}`
}

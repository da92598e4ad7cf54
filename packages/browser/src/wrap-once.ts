/** Errors pass through several layers; however many of them wrap, the prefix appears once. */
export function wrapOnce(prefix: string, message: string): string {
  return message.startsWith(prefix) ? message : `${prefix}${message}`
}

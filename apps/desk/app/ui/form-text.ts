/** The text of a field; empty for a field that the form does not have. */
export function formText(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

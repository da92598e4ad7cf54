export const CONFIGURATION_COMPLETE = 'AWS configuration is complete'
export const FALLBACK_VALUES_USED = 'Fallback development values are used'

export function missingConfiguration(names: readonly string[]): string {
  return `Missing AWS configuration: ${names.join(', ')}`
}

export function environmentVariableNotSet(name: string): string {
  return `Environment variable ${name} is not set`
}

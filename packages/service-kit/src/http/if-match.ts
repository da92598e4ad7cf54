import { ServiceError } from './service-error.ts'

/**
 * The version that a client saw, which `form` finds in the tag it was given; undefined when it does not mind.
 * A list of tags or a weak one is no answer of ours.
 */
export function readIfMatch(header: string | undefined, form: RegExp, thing: string): string | undefined {
  if (header === undefined || header === '*') return undefined
  const version = form.exec(header)?.[1]
  if (version === undefined)
    throw new ServiceError('VALIDATION_FAILED', `header.if-match: must be the ETag of ${thing}`)
  return version
}

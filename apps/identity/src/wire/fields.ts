import * as z from 'zod/mini'

/** The message for a missing field. A field of the wrong type has zod's own message. */
export const MISSING_FIELD = 'Member must not be null'

const missingFieldError = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? MISSING_FIELD : undefined,
}

type Constraints = { min?: number; max: number; pattern?: string }

/** A text field. Most limits and patterns below are those of Cognito's API. */
function field({ min = 1, max, pattern = String.raw`[\s\S]*` }: Constraints) {
  return z
    .string(missingFieldError)
    .check(
      z.minLength(min, `Member must have length greater than or equal to ${min}`),
      z.maxLength(max, `Member must have length less than or equal to ${max}`),
      z.regex(
        new RegExp(`^(?:${pattern})$`, 'u'),
        `Member must satisfy regular expression pattern: ${pattern}`,
      ),
    )
}

const PRINTABLE = String.raw`[\p{L}\p{M}\p{S}\p{N}\p{P}]+`
const NO_SPACE = String.raw`[\S]+`

export const clientId = field({ max: 128, pattern: String.raw`[\w+]+` })
const secretHash = z.optional(field({ max: 128, pattern: String.raw`[\w+=/]+` }))
export const clientSecret = z.optional(field({ max: 64, pattern: String.raw`[\w+]+` }))
export const username = field({ max: 128, pattern: PRINTABLE })
/** The fields of a call that proves the client's secret instead of sending an access token. */
export const clientCallFields = { ClientId: clientId, SecretHash: secretHash, Username: username }
export const password = field({ max: 256, pattern: NO_SPACE })

// The next three are fields of ClientMetadata. Our own pool reads them. Cognito ignores them.
export const termsVersion = z.optional(field({ max: 32, pattern: NO_SPACE }))
/** The name of the device, which the gateway reads from the user agent. */
export const deviceName = z.optional(field({ max: 64 }))
export const deviceToken = z.optional(field({ max: 256, pattern: String.raw`[\w.-]+` }))
/** The ClientMetadata of calls that send only the token of a device. */
export const deviceMetadata = z.optional(z.object({ deviceToken }))

/** Cognito calls the token of a challenge a session. */
export const challengeSession = field({ min: 20, max: 2048 })
/** The secret of an authenticator app: 20 bytes in base32. */
export const factorSecret = field({ max: 32, pattern: '[A-Z2-7]{32}' })
export const sessionId = field({ max: 64, pattern: '[0-9a-f-]+' })
const mfaSetting = z.optional(
  z.object({ Enabled: z.optional(z.boolean()), PreferredMfa: z.optional(z.boolean()) }),
)
export const mfaSettings = {
  SoftwareTokenMfaSettings: mfaSetting,
  SMSMfaSettings: mfaSetting,
  EmailMfaSettings: mfaSetting,
}
export type MfaSettings = { [Name in keyof typeof mfaSettings]?: z.output<typeof mfaSetting> }
export const confirmationCode = field({ max: 2048, pattern: NO_SPACE })
export const token = field({ max: 8192, pattern: '[A-Za-z0-9-_=.]+' })
export const attributeName = field({ max: 32, pattern: PRINTABLE })
export const attributes = z.array(
  z.object({ Name: attributeName, Value: z.optional(field({ min: 0, max: 2048 })) }),
  missingFieldError,
)
export const userPoolId = field({ max: 55, pattern: String.raw`[\w-]+_[0-9a-zA-Z]+` })
export const groupName = field({ max: 128, pattern: PRINTABLE })
/** The id of an identity pool or of an identity: the region, a colon and a GUID. */
export const regionalId = field({ max: 55, pattern: String.raw`[\w-]+:[0-9a-f-]+` })

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, {
    error: ({ input }) =>
      input === undefined || input === null
        ? MISSING_FIELD
        : `Member must satisfy enum value set: [${values.join(', ')}]`,
  })
}

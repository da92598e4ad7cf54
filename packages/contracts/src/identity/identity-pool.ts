/** The identity pool gives AWS credentials to guests and to users of the user pool. */
import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'

const SERVICE = 'AWSCognitoIdentityService'

/** Maps the name of the user pool to an ID token from that pool. Absent for a guest. */
const Logins = z.optional(z.record(z.string(), z.string()))

export const getId = {
  target: `${SERVICE}.GetId`,
  request: z.object({ IdentityPoolId: z.string(), Logins }),
  response: z.object({ IdentityId: z.string() }),
} as const satisfies IdentityOperation

export const getCredentialsForIdentity = {
  target: `${SERVICE}.GetCredentialsForIdentity`,
  request: z.object({ IdentityId: z.string(), Logins }),
  response: z.object({
    IdentityId: z.string(),
    Credentials: z.object({
      AccessKeyId: z.string(),
      SecretKey: z.string(),
      SessionToken: z.string(),
      /** Seconds since 1970. */
      Expiration: z.number(),
    }),
  }),
} as const satisfies IdentityOperation

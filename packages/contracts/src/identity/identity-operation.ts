import type * as z from 'zod/mini'

export const USER_POOL_SERVICE = 'AWSCognitoIdentityProviderService'

/**
 * Cognito's services speak the AWS JSON 1.1 protocol. Every call is a POST to the root of its
 * service. This header names the operation: `AWSCognitoIdentityProviderService.SignUp`.
 */
export const TARGET_HEADER = 'x-amz-target'
export const IDENTITY_CONTENT_TYPE = 'application/x-amz-json-1.1'

/** One operation of a service. Fields that are not in its schemas are ignored. */
export type IdentityOperation = {
  /** The value of the target header. */
  target: string
  request: z.ZodMiniType
  response: z.ZodMiniType
}

/**
 * The attribute of GetUser that lists the account's former e-mail addresses, separated by spaces.
 * Only our own pool sends it; Cognito does not.
 */
export const FORMER_EMAILS = 'custom:former_emails'

import type * as z from 'zod/mini'

export const USER_POOL_SERVICE = 'AWSCognitoIdentityProviderService'

/** Every call is a POST to the root of its service; this header names the operation. */
export const TARGET_HEADER = 'x-amz-target'
export const IDENTITY_CONTENT_TYPE = 'application/x-amz-json-1.1'

/** Members that are not in the schemas are ignored, in requests and in responses. */
export type IdentityOperation = {
  target: string
  request: z.ZodMiniType
  response: z.ZodMiniType
}

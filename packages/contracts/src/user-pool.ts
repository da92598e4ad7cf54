import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'

const SERVICE = 'AWSCognitoIdentityProviderService'

const attributes = z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) }))

const codeDelivery = z.object({
  Destination: z.optional(z.string()),
  DeliveryMedium: z.optional(z.enum(['EMAIL', 'SMS'])),
  AttributeName: z.optional(z.string()),
})

// Left out by the browser and added by the identity gateway, which alone knows the client's secret.
const client = { ClientId: z.optional(z.string()), SecretHash: z.optional(z.string()) }

export const initiateAuth = {
  target: `${SERVICE}.InitiateAuth`,
  request: z.object({
    ClientId: client.ClientId,
    AuthFlow: z.literal('USER_PASSWORD_AUTH'),
    AuthParameters: z.object({
      USERNAME: z.string(),
      PASSWORD: z.string(),
      SECRET_HASH: client.SecretHash,
    }),
  }),
  answer: z.object({
    AuthenticationResult: z.optional(
      z.object({
        AccessToken: z.optional(z.string()),
        IdToken: z.optional(z.string()),
        RefreshToken: z.optional(z.string()),
        ExpiresIn: z.optional(z.int()),
        TokenType: z.optional(z.string()),
      }),
    ),
  }),
} as const satisfies IdentityOperation

export const getUser = {
  target: `${SERVICE}.GetUser`,
  request: z.object({ AccessToken: z.string() }),
  answer: z.object({ Username: z.string(), UserAttributes: attributes }),
} as const satisfies IdentityOperation

export const signUp = {
  target: `${SERVICE}.SignUp`,
  request: z.object({
    ...client,
    Username: z.string(),
    Password: z.string(),
    UserAttributes: z.optional(attributes),
  }),
  answer: z.object({
    UserConfirmed: z.boolean(),
    UserSub: z.string(),
    CodeDeliveryDetails: z.optional(codeDelivery),
  }),
} as const satisfies IdentityOperation

export const confirmSignUp = {
  target: `${SERVICE}.ConfirmSignUp`,
  request: z.object({ ...client, Username: z.string(), ConfirmationCode: z.string() }),
  answer: z.object({}),
} as const satisfies IdentityOperation

export const globalSignOut = {
  target: `${SERVICE}.GlobalSignOut`,
  request: z.object({ AccessToken: z.string() }),
  answer: z.object({}),
} as const satisfies IdentityOperation

export const forgotPassword = {
  target: `${SERVICE}.ForgotPassword`,
  request: z.object({ ...client, Username: z.string() }),
  answer: z.object({ CodeDeliveryDetails: z.optional(codeDelivery) }),
} as const satisfies IdentityOperation

export const confirmForgotPassword = {
  target: `${SERVICE}.ConfirmForgotPassword`,
  request: z.object({
    ...client,
    Username: z.string(),
    ConfirmationCode: z.string(),
    Password: z.string(),
  }),
  answer: z.object({}),
} as const satisfies IdentityOperation

/** Every refusal, with status 400; 500 when the provider itself fails. */
export const identityErrorSchema = z.object({ __type: z.string(), message: z.optional(z.string()) })

export type IdentityError = z.infer<typeof identityErrorSchema>

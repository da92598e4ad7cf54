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

const passwordSignIn = z.object({
  ClientId: client.ClientId,
  AuthFlow: z.literal('USER_PASSWORD_AUTH'),
  AuthParameters: z.object({
    USERNAME: z.string(),
    PASSWORD: z.string(),
    SECRET_HASH: client.SecretHash,
  }),
})

const refresh = z.object({
  ClientId: client.ClientId,
  AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
  AuthParameters: z.object({
    /** Added by the gateway too, which keeps it in a cookie. */
    REFRESH_TOKEN: z.optional(z.string()),
    /** Over the access token's `username`, which is no e-mail. */
    SECRET_HASH: client.SecretHash,
  }),
})

export const initiateAuth = {
  target: `${SERVICE}.InitiateAuth`,
  request: z.discriminatedUnion('AuthFlow', [passwordSignIn, refresh]),
  answer: z.object({
    AuthenticationResult: z.optional(
      z.object({
        AccessToken: z.optional(z.string()),
        IdToken: z.optional(z.string()),
        /** Absent after a refresh: the old one stays good. */
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

export const resendConfirmationCode = {
  target: `${SERVICE}.ResendConfirmationCode`,
  request: z.object({ ...client, Username: z.string() }),
  answer: z.object({ CodeDeliveryDetails: z.optional(codeDelivery) }),
} as const satisfies IdentityOperation

export const updateUserAttributes = {
  target: `${SERVICE}.UpdateUserAttributes`,
  request: z.object({ AccessToken: z.string(), UserAttributes: attributes }),
  answer: z.object({ CodeDeliveryDetailsList: z.optional(z.array(codeDelivery)) }),
} as const satisfies IdentityOperation

export const getUserAttributeVerificationCode = {
  target: `${SERVICE}.GetUserAttributeVerificationCode`,
  request: z.object({ AccessToken: z.string(), AttributeName: z.string() }),
  answer: z.object({ CodeDeliveryDetails: z.optional(codeDelivery) }),
} as const satisfies IdentityOperation

export const verifyUserAttribute = {
  target: `${SERVICE}.VerifyUserAttribute`,
  request: z.object({ AccessToken: z.string(), AttributeName: z.string(), Code: z.string() }),
  answer: z.object({}),
} as const satisfies IdentityOperation

export const changePassword = {
  target: `${SERVICE}.ChangePassword`,
  request: z.object({
    AccessToken: z.string(),
    PreviousPassword: z.string(),
    ProposedPassword: z.string(),
  }),
  answer: z.object({}),
} as const satisfies IdentityOperation

export const globalSignOut = {
  target: `${SERVICE}.GlobalSignOut`,
  request: z.object({ AccessToken: z.string() }),
  answer: z.object({}),
} as const satisfies IdentityOperation

export const revokeToken = {
  target: `${SERVICE}.RevokeToken`,
  request: z.object({
    ClientId: client.ClientId,
    /** The secret itself, where other calls take a hash. */
    ClientSecret: z.optional(z.string()),
    /** The refresh token; added by the gateway for the browser. */
    Token: z.optional(z.string()),
  }),
  answer: z.object({}),
} as const satisfies IdentityOperation

/** Its answer has no body at all. */
export const deleteUser = {
  target: `${SERVICE}.DeleteUser`,
  request: z.object({ AccessToken: z.string() }),
  answer: z.optional(z.object({})),
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

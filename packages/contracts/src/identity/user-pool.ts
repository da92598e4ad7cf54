import * as z from 'zod/mini'
import { type IdentityOperation, USER_POOL_SERVICE } from './identity-operation.ts'

const attributes = z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) }))

const codeDelivery = z.object({
  Destination: z.optional(z.string()),
  DeliveryMedium: z.optional(z.enum(['EMAIL', 'SMS'])),
  AttributeName: z.optional(z.string()),
})

// Pages do not send these fields. The identity gateway adds them, because a page must not know the
// client's secret.
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
  // Cognito has two names for this flow.
  AuthFlow: z.enum(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']),
  AuthParameters: z.object({
    /** Added by the gateway from its cookie. */
    REFRESH_TOKEN: z.optional(z.string()),
    /** Made from the access token's `username` claim: the `sub`, not the e-mail address. */
    SECRET_HASH: client.SecretHash,
  }),
})

export const authenticationResult = z.optional(
  z.object({
    AccessToken: z.optional(z.string()),
    IdToken: z.optional(z.string()),
    /** Absent after a refresh: the old refresh token stays valid. */
    RefreshToken: z.optional(z.string()),
    ExpiresIn: z.optional(z.int()),
    TokenType: z.optional(z.string()),
  }),
)

export const initiateAuth = {
  target: `${USER_POOL_SERVICE}.InitiateAuth`,
  request: z.discriminatedUnion('AuthFlow', [passwordSignIn, refresh]),
  response: z.object({
    AuthenticationResult: authenticationResult,
    /** The challenge that the user must pass before the sign-in is complete. */
    ChallengeName: z.optional(z.string()),
    /** Identifies this sign-in in the request that responds to the challenge. */
    Session: z.optional(z.string()),
  }),
} as const satisfies IdentityOperation

export const getUser = {
  target: `${USER_POOL_SERVICE}.GetUser`,
  request: z.object({ AccessToken: z.string() }),
  response: z.object({
    Username: z.string(),
    UserAttributes: attributes,
    /** The second factors that are on; absent when there is none. */
    UserMFASettingList: z.optional(z.array(z.string())),
  }),
} as const satisfies IdentityOperation

export const signUp = {
  target: `${USER_POOL_SERVICE}.SignUp`,
  request: z.object({
    ...client,
    Username: z.string(),
    Password: z.string(),
    UserAttributes: z.optional(attributes),
  }),
  response: z.object({
    UserConfirmed: z.boolean(),
    UserSub: z.string(),
    CodeDeliveryDetails: z.optional(codeDelivery),
  }),
} as const satisfies IdentityOperation

export const confirmSignUp = {
  target: `${USER_POOL_SERVICE}.ConfirmSignUp`,
  request: z.object({ ...client, Username: z.string(), ConfirmationCode: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation

export const resendConfirmationCode = {
  target: `${USER_POOL_SERVICE}.ResendConfirmationCode`,
  request: z.object({ ...client, Username: z.string() }),
  response: z.object({ CodeDeliveryDetails: z.optional(codeDelivery) }),
} as const satisfies IdentityOperation

export const updateUserAttributes = {
  target: `${USER_POOL_SERVICE}.UpdateUserAttributes`,
  request: z.object({ AccessToken: z.string(), UserAttributes: attributes }),
  response: z.object({ CodeDeliveryDetailsList: z.optional(z.array(codeDelivery)) }),
} as const satisfies IdentityOperation

export const getUserAttributeVerificationCode = {
  target: `${USER_POOL_SERVICE}.GetUserAttributeVerificationCode`,
  request: z.object({ AccessToken: z.string(), AttributeName: z.string() }),
  response: z.object({ CodeDeliveryDetails: z.optional(codeDelivery) }),
} as const satisfies IdentityOperation

export const verifyUserAttribute = {
  target: `${USER_POOL_SERVICE}.VerifyUserAttribute`,
  request: z.object({ AccessToken: z.string(), AttributeName: z.string(), Code: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation

/**
 * Restores the former e-mail address of an account. The token is from the link in the mail that
 * told that address about the change. Cognito has no such operation.
 */
export const undoEmailChange = {
  target: 'NashtaUserPoolService.UndoEmailChange',
  request: z.object({ Token: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation

export const changePassword = {
  target: `${USER_POOL_SERVICE}.ChangePassword`,
  request: z.object({
    AccessToken: z.string(),
    PreviousPassword: z.string(),
    ProposedPassword: z.string(),
  }),
  response: z.object({}),
} as const satisfies IdentityOperation

export const globalSignOut = {
  target: `${USER_POOL_SERVICE}.GlobalSignOut`,
  request: z.object({ AccessToken: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation

export const revokeToken = {
  target: `${USER_POOL_SERVICE}.RevokeToken`,
  request: z.object({
    ClientId: client.ClientId,
    /** The client's secret itself. The other operations take a hash that is made with it. */
    ClientSecret: z.optional(z.string()),
    /** The refresh token, which the gateway adds from its cookie. */
    Token: z.optional(z.string()),
  }),
  response: z.object({}),
} as const satisfies IdentityOperation

/** The response of DeleteUser has no body. */
export const deleteUser = {
  target: `${USER_POOL_SERVICE}.DeleteUser`,
  request: z.object({ AccessToken: z.string() }),
  response: z.optional(z.object({})),
} as const satisfies IdentityOperation

export const forgotPassword = {
  target: `${USER_POOL_SERVICE}.ForgotPassword`,
  request: z.object({ ...client, Username: z.string() }),
  response: z.object({ CodeDeliveryDetails: z.optional(codeDelivery) }),
} as const satisfies IdentityOperation

export const confirmForgotPassword = {
  target: `${USER_POOL_SERVICE}.ConfirmForgotPassword`,
  request: z.object({
    ...client,
    Username: z.string(),
    ConfirmationCode: z.string(),
    Password: z.string(),
  }),
  response: z.object({}),
} as const satisfies IdentityOperation

/** The body of every error response. `__type` is the kind of the error, e.g. `UserNotFoundException`. */
export const identityErrorSchema = z.object({ __type: z.string(), message: z.optional(z.string()) })

export type IdentityError = z.infer<typeof identityErrorSchema>

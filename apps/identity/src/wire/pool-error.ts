import { WELCOME_LINK_INVALID } from '@nashta/contracts/identity/first-administrator'
import { INVITATION_FOR_OTHER, INVITATION_INVALID } from '@nashta/contracts/identity/invitations'

export type ErrorKind =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'GroupExistsException'
  | 'IncompleteSignatureException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'InvalidSignatureException'
  | 'LimitExceededException'
  | 'MissingAuthenticationTokenException'
  | 'NotAuthorizedException'
  | 'RequestEntityTooLargeException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnauthorizedException'
  | 'UnknownOperationException'
  | 'UnrecognizedClientException'
  | 'UnsupportedMediaTypeException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'

export type PoolErrorOptions = ErrorOptions & {
  /** 400 by default; clients read the kind, not the status. */
  status?: number
  /** Seconds until a retry may succeed. */
  retryAfter?: number
}

/** An error response of Cognito's protocol. Clients distinguish errors by their kind. */
export class PoolError extends Error {
  readonly kind: ErrorKind
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(
    kind: ErrorKind,
    message: string,
    { status = 400, retryAfter, ...options }: PoolErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'PoolError'
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}

// An error that Cognito also sends has Cognito's text, because some programs compare texts too.

export const notAuthorized = (message: string) => new PoolError('NotAuthorizedException', message)
export const invalidParameter = (message: string) => new PoolError('InvalidParameterException', message)

export const wrongPassword = () => notAuthorized('Incorrect username or password.')
export const signInLocked = () => notAuthorized('Password attempts exceeded')
export const userDisabled = () => notAuthorized('User is disabled.')
export const alreadyConfirmed = () => notAuthorized('User cannot be confirmed. Current status is CONFIRMED')
export const welcomeLinkInvalid = () => notAuthorized(WELCOME_LINK_INVALID)
export const invitationInvalid = () => notAuthorized(INVITATION_INVALID)
export const invitationForOther = () => notAuthorized(INVITATION_FOR_OTHER)
export const accessTokenInvalid = () => notAuthorized('Invalid Access Token')
export const accessTokenRevoked = () => notAuthorized('Access Token has been revoked')
export const refreshTokenInvalid = () => notAuthorized('Invalid Refresh Token.')

/** Thrown by sign-in and admin operations, and when a user was deleted after a token or code was issued. */
export const userNotFound = () => new PoolError('UserNotFoundException', 'User does not exist.')
/** Thrown by the operations that confirm a sign-up or reset a password. */
export const nameNotFound = () =>
  new PoolError('UserNotFoundException', 'Username/client id combination not found.')
export const userNotConfirmed = () => new PoolError('UserNotConfirmedException', 'User is not confirmed.')
/** Thrown by a sign-up. */
export const emailTaken = () =>
  new PoolError('UsernameExistsException', 'An account with the given email already exists.')
/** Thrown by a change of the e-mail address. */
export const aliasTaken = () =>
  new PoolError('AliasExistsException', 'An account with the given email already exists.')

export const codeMismatch = () =>
  new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.')
export const codeExpired = () =>
  new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
/** The code of an authenticator app is wrong at sign-in. */
export const appCodeMismatch = () => new PoolError('CodeMismatchException', 'Invalid code received for user')
export const appCodeUsed = () =>
  new PoolError('ExpiredCodeException', 'Your software token has already been used once.')
export const challengeInvalid = () => notAuthorized('Invalid session for the user.')
/** The code of an authenticator app is wrong when the second factor is set up. */
export const secondFactorMismatch = () => new PoolError('EnableSoftwareTokenMFAException', 'Code mismatch')
export const noSecondFactor = () =>
  new PoolError('SoftwareTokenMFANotFoundException', 'Software token MFA has not been associated.')
export const secondFactorNotVerified = () => invalidParameter('User has not verified software token mfa')
export const limitExceeded = () =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')

export const poolNotFound = (id: string, status = 400) =>
  new PoolError('ResourceNotFoundException', `User pool ${id} does not exist.`, { status })
export const unknownOperation = (status: number) =>
  new PoolError('UnknownOperationException', 'There is no such operation.', { status })
export const notJsonObject = () =>
  new PoolError('SerializationException', 'The request is not a JSON object.')
export const groupNotFound = () => new PoolError('ResourceNotFoundException', 'Group not found.')

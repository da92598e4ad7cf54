import { PoolError } from './pool-error.ts'

/** The texts are Cognito's, to the letter: programs compare them. */

export const notAuthorized = (message: string) => new PoolError('NotAuthorizedException', message)
export const invalidParameter = (message: string) => new PoolError('InvalidParameterException', message)

export const wrongPassword = () => notAuthorized('Incorrect username or password.')
export const signInLocked = () => notAuthorized('Password attempts exceeded')
export const userDisabled = () => notAuthorized('User is disabled.')
export const alreadyConfirmed = () => notAuthorized('User cannot be confirmed. Current status is CONFIRMED')
export const accessTokenInvalid = () => notAuthorized('Invalid Access Token')
export const accessTokenRevoked = () => notAuthorized('Access Token has been revoked')
export const refreshTokenInvalid = () => notAuthorized('Invalid Refresh Token.')

export const userNotFound = () => new PoolError('UserNotFoundException', 'User does not exist.')
export const nameNotFound = () =>
  new PoolError('UserNotFoundException', 'Username/client id combination not found.')
export const userNotConfirmed = () => new PoolError('UserNotConfirmedException', 'User is not confirmed.')
export const emailTaken = () =>
  new PoolError('UsernameExistsException', 'An account with the given email already exists.')
export const aliasTaken = () =>
  new PoolError('AliasExistsException', 'An account with the given email already exists.')

export const codeMismatch = () =>
  new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.')
export const codeExpired = () =>
  new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
export const limitExceeded = () =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')

export const poolNotFound = (id: string, status = 400) =>
  new PoolError('ResourceNotFoundException', `User pool ${id} does not exist.`, { status })
export const groupNotFound = () => new PoolError('ResourceNotFoundException', 'Group not found.')

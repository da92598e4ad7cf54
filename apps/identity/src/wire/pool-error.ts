export type ErrorKind =
  | 'AliasExistsException'
  | 'CodeMismatchException'
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
  /** 400 for whatever the caller can mend; clients read the kind, not the status. */
  status?: number
  /** Seconds after which asking again makes sense. */
  retryAfter?: number
}

/** A refusal as clients of the protocol know it, by its kind. */
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

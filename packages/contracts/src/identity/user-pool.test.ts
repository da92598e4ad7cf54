import { expect, it } from 'vitest'
import { getCredentialsForIdentity, getId } from './identity-pool.ts'
import * as secondFactor from './second-factor.ts'
import * as userPool from './user-pool.ts'

it('the operations of the user pool, the second factor and the identity pool have exactly these targets', () => {
  // The exports that are named here are not operations.
  const { identityErrorSchema: _error, authenticationResult: _result, ...poolOperations } = userPool
  const { SECOND_FACTOR: _name, ...secondFactorOperations } = secondFactor
  const operations = [
    ...Object.values(poolOperations),
    ...Object.values(secondFactorOperations),
    getId,
    getCredentialsForIdentity,
  ]
  const targets = operations.map(({ target }) => target)

  expect(targets.toSorted()).toEqual([
    'AWSCognitoIdentityProviderService.AssociateSoftwareToken',
    'AWSCognitoIdentityProviderService.ChangePassword',
    'AWSCognitoIdentityProviderService.ConfirmForgotPassword',
    'AWSCognitoIdentityProviderService.ConfirmSignUp',
    'AWSCognitoIdentityProviderService.DeleteUser',
    'AWSCognitoIdentityProviderService.ForgotPassword',
    'AWSCognitoIdentityProviderService.GetUser',
    'AWSCognitoIdentityProviderService.GetUserAttributeVerificationCode',
    'AWSCognitoIdentityProviderService.GlobalSignOut',
    'AWSCognitoIdentityProviderService.InitiateAuth',
    'AWSCognitoIdentityProviderService.ResendConfirmationCode',
    'AWSCognitoIdentityProviderService.RespondToAuthChallenge',
    'AWSCognitoIdentityProviderService.RevokeToken',
    'AWSCognitoIdentityProviderService.SetUserMFAPreference',
    'AWSCognitoIdentityProviderService.SignUp',
    'AWSCognitoIdentityProviderService.UpdateUserAttributes',
    'AWSCognitoIdentityProviderService.VerifySoftwareToken',
    'AWSCognitoIdentityProviderService.VerifyUserAttribute',
    'AWSCognitoIdentityService.GetCredentialsForIdentity',
    'AWSCognitoIdentityService.GetId',
    'NashtaUserPoolService.UndoEmailChange',
  ])
})

it('a sign-in response is parsed without its unknown fields', () => {
  const tokens = { AccessToken: 'a', IdToken: 'i', RefreshToken: 'r', ExpiresIn: 3600, TokenType: 'Bearer' }

  expect(
    userPool.initiateAuth.response.parse({ AuthenticationResult: tokens, ChallengeParameters: {} }),
  ).toEqual({ AuthenticationResult: tokens })
})

it('InitiateAuth needs a password to sign in, but no token to refresh: the gateway adds it', () => {
  const refresh = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: {} }

  expect(userPool.initiateAuth.request.safeParse(refresh).success).toBe(true)
  expect(
    userPool.initiateAuth.request.safeParse({ AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: {} }).success,
  ).toBe(false)
})

it('ConfirmSignUp is valid with and without the secret hash, but not without a code', () => {
  const request = {
    ClientId: 'c',
    Username: 'asha@example.com',
    ConfirmationCode: '012345',
    ClientMetadata: {},
  }

  expect(userPool.confirmSignUp.request.safeParse(request).success).toBe(true)
  expect(userPool.confirmSignUp.request.parse({ ...request, SecretHash: 'h' })).toHaveProperty(
    'SecretHash',
    'h',
  )
  expect(userPool.confirmSignUp.request.safeParse({ Username: 'asha@example.com' }).success).toBe(false)
})

import { expect, it } from 'vitest'
import { getCredentialsForIdentity, getId } from './identity-pool.ts'
import * as userPool from './user-pool.ts'

it('knows the calls to the user pool and the two to the identity pool by their targets', () => {
  const { identityErrorSchema: _error, ...operations } = userPool
  const targets = [...Object.values(operations), getId, getCredentialsForIdentity].map(({ target }) => target)

  expect(targets.toSorted()).toEqual([
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
    'AWSCognitoIdentityProviderService.RevokeToken',
    'AWSCognitoIdentityProviderService.SignUp',
    'AWSCognitoIdentityProviderService.UpdateUserAttributes',
    'AWSCognitoIdentityProviderService.VerifyUserAttribute',
    'AWSCognitoIdentityService.GetCredentialsForIdentity',
    'AWSCognitoIdentityService.GetId',
  ])
})

it('reads a sign-in answer and passes over what it does not know', () => {
  const tokens = { AccessToken: 'a', IdToken: 'i', RefreshToken: 'r', ExpiresIn: 3600, TokenType: 'Bearer' }

  expect(
    userPool.initiateAuth.response.parse({ AuthenticationResult: tokens, ChallengeParameters: {} }),
  ).toEqual({ AuthenticationResult: tokens })
})

it('takes both ways to sign in, and a refresh whose token the gateway has yet to add', () => {
  const refresh = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: {} }

  expect(userPool.initiateAuth.request.safeParse(refresh).success).toBe(true)
  expect(
    userPool.initiateAuth.request.safeParse({ AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: {} }).success,
  ).toBe(false)
})

it('takes a request with the secret hash and without it', () => {
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

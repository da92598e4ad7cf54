import { fromCognitoIdentityPool } from '@aws-sdk/credential-provider-cognito-identity'
import type { Settings } from '@nashta/service-kit/process/settings'

/** Temporary ones from the identity pool; undefined where the process has a role of its own. */
export function awsCredentials(settings: Settings) {
  if (settings.AWS_CREDENTIALS !== 'identity-pool') return undefined
  const { AWS_REGION: region, IDENTITY_POOL_ID: identityPoolId, COGNITO_ENDPOINT } = settings
  // Where the user pool has a stand-in, the identity pool's is beside it.
  const endpoint = COGNITO_ENDPOINT && new URL('/identity-pool', COGNITO_ENDPOINT).href
  return fromCognitoIdentityPool({ identityPoolId, clientConfig: { region, ...(endpoint && { endpoint }) } })
}

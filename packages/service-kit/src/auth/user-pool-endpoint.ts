import type { Settings } from '../process/settings.ts'

/** Where the user pool takes calls, if it is not inside this process. */
export function userPoolEndpoint(settings: Settings): string | null {
  const { CLOUD, COGNITO_ENDPOINT, AWS_REGION, IDENTITY_URL } = settings
  if (CLOUD === 'aws') return COGNITO_ENDPOINT ?? `https://cognito-idp.${AWS_REGION}.amazonaws.com/`
  return IDENTITY_URL ? new URL('/user-pool', IDENTITY_URL).href : null
}

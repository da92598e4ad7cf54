import type { Settings } from '@nashta/service-kit/process/settings'
import type { PoolDirectory } from '../../account/accounts.ts'

/**
 * Opens the directory of a pool in another process. The shop asks Cognito with its AWS credentials, and
 * a pool of our own with the keys of its administrator. Null without these keys.
 */
export async function openPoolDirectory(settings: Settings, endpoint: string): Promise<PoolDirectory | null> {
  const { AWS_REGION: region, USER_POOL_ID: poolId } = settings
  const isCognito = settings.CLOUD === 'aws' && settings.COGNITO_ENDPOINT === undefined
  const accessKeyId = settings.USER_POOL_ADMIN_KEY_ID
  if (!isCognito && !accessKeyId) return null
  // The AWS SDK is only loaded where it is needed.
  const { createCognitoDirectory } = await import('./pool-directory.ts')
  if (!isCognito) {
    const credentials = { accessKeyId, secretAccessKey: settings.USER_POOL_ADMIN_KEY_SECRET }
    return createCognitoDirectory({ endpoint, region, poolId, credentials })
  }
  const { awsCredentials } = await import('@nashta/dynamodb/connect-aws')
  const credentials = awsCredentials(settings)
  return createCognitoDirectory({ region, poolId, ...(credentials && { credentials }) })
}

import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import { fromCognitoIdentityPool } from '@aws-sdk/credential-provider-cognito-identity'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoClient } from './create-client.ts'

export type AwsSettings = {
  AWS_REGION: string
  AWS_CREDENTIALS: '' | 'identity-pool'
  IDENTITY_POOL_ID: string
  DYNAMODB_ENDPOINT?: string | undefined
  COGNITO_ENDPOINT?: string | undefined
}

type Environment = Record<string, string | undefined>

/** One client of DynamoDB for a whole process, with what other clients of AWS need. */
export function connectAws(settings: AwsSettings, environment: Environment) {
  const { AWS_REGION: region, DYNAMODB_ENDPOINT: endpoint } = settings
  const credentials = awsCredentials(settings)
  const client = createDynamoClient({ region, endpoint, environment, credentials })
  return {
    region,
    endpoint,
    environment,
    credentials,
    client,
    /** Throws when the table cannot be reached or does not exist. */
    async probe(table: string) {
      try {
        await client.send(new ScanCommand({ TableName: table, Limit: 1 }))
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error
        throw new Error(`DynamoDB has no table ${table}: npm run storage -- create makes it`, {
          cause: error,
        })
      }
    },
    close: () => client.destroy(),
  }
}

export type AwsConnection = ReturnType<typeof connectAws>

/**
 * Temporary credentials from a Cognito identity pool; undefined when the AWS SDK finds credentials
 * by itself.
 */
export function awsCredentials(settings: AwsSettings) {
  if (settings.AWS_CREDENTIALS !== 'identity-pool') return undefined
  const { AWS_REGION: region, IDENTITY_POOL_ID: identityPoolId, COGNITO_ENDPOINT } = settings
  // A stand-in for Cognito serves the identity pool at the same host as the user pool.
  const endpoint = COGNITO_ENDPOINT && new URL('/identity-pool', COGNITO_ENDPOINT).href
  return fromCognitoIdentityPool({ identityPoolId, clientConfig: { region, ...(endpoint && { endpoint }) } })
}

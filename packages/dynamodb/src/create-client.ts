import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export type Dynamo = DynamoDBDocumentClient

export type CreateClientOptions = {
  region: string
  /** Of an emulator such as DynamoDB Local; undefined for AWS itself. */
  endpoint?: string | undefined
  environment: Record<string, string | undefined>
  /** Replaces those of the environment or the machine. */
  credentials?: Credentials | undefined
}

type Credentials = NonNullable<DynamoDBClientConfig['credentials']>

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i

/** A burst of requests is queued for a socket instead of opening more connections. */
const SOCKETS = { maxSockets: 128, keepAlive: true }

/** The SDK retries a request after a timeout, which is safe for all of ours. */
const RESPONSE_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 2_000

export function createDynamoClient(options: CreateClientOptions): Dynamo {
  const { region, endpoint, environment, credentials } = options
  const client = new DynamoDBClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials ? { credentials } : needsNoCredentials(endpoint, environment) && EMULATOR),
    requestHandler: {
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      // Requests that are queued for a socket are normal, and the SDK's warning would bypass our log.
      socketAcquisitionWarningTimeout: 60_000,
    },
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

const EMULATOR = { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** An emulator on this machine wants a signature and does not check it. */
function needsNoCredentials(endpoint: string | undefined, environment: CreateClientOptions['environment']) {
  return (
    endpoint !== undefined &&
    LOOPBACK.test(endpoint) &&
    !environment['AWS_ACCESS_KEY_ID'] &&
    !environment['AWS_PROFILE']
  )
}

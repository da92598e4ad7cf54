import type { PoolUnderTest } from './pool.fixture.ts'

type Posted = { status: number; headers: Headers; body: string }

/** A call without the SDK, for requests that the SDK would never send. */
export async function post(
  { endpoint }: Pick<PoolUnderTest, 'endpoint'>,
  operation: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Posted> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

import type { AwsConnection, AwsSettings } from './connect-aws.ts'

type Environment = Record<string, string | undefined>

/** Null without CLOUD=aws. The AWS SDK is only loaded with CLOUD=aws. */
export async function connectAwsIfSet(
  settings: AwsSettings & { CLOUD: string },
  environment: Environment,
): Promise<AwsConnection | null> {
  if (settings.CLOUD !== 'aws') return null
  const { connectAws } = await import('./connect-aws.ts')
  return connectAws(settings, environment)
}

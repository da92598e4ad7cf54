import {
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  ListUsersInGroupCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'

type DirectoryOptions = CognitoIdentityProviderClientConfig & { poolId: string }

/** Two members are enough to know that one of them is not the last. */
const MEMBERS_TO_LIST = 2

/**
 * Reads users of Cognito, or of a pool that speaks its protocol. Only UserNotFoundException means
 * that there is no such user. Every other error, such as throttling, is thrown.
 */
export function createCognitoDirectory({ poolId: UserPoolId, ...config }: DirectoryOptions) {
  const client = new CognitoIdentityProviderClient(config)

  async function find(Username: string) {
    try {
      return await client.send(new AdminGetUserCommand({ UserPoolId, Username }))
    } catch (error) {
      if (error instanceof UserNotFoundException) return null
      throw error
    }
  }

  return {
    hasUser: async (sub: string) => (await find(sub)) !== null,
    async ownerOf(email: string) {
      const user = await find(email)
      const isVerified = valueOf(user?.UserAttributes, 'email_verified') === 'true'
      return (isVerified && valueOf(user?.UserAttributes, 'sub')) || null
    },
    async emailOf(sub: string) {
      const user = await find(sub)
      const isVerified = valueOf(user?.UserAttributes, 'email_verified') === 'true'
      return (isVerified && valueOf(user?.UserAttributes, 'email')) || null
    },
    async isLastAdmin(sub: string) {
      const { Users = [] } = await client.send(
        new ListUsersInGroupCommand({ UserPoolId, GroupName: 'admin', Limit: MEMBERS_TO_LIST }),
      )
      return Users.length === 1 && Users.every(({ Attributes }) => valueOf(Attributes, 'sub') === sub)
    },
  }
}

function valueOf(attributes: readonly AttributeType[] | undefined, name: string) {
  return attributes?.find(({ Name }) => Name === name)?.Value
}

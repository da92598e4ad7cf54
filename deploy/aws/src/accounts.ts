import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { ACCESS_TOKEN_LIFETIME_SECONDS, PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { REFRESH_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/identity/identity-gateway'
import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnIdentityPool,
  type CfnUserPoolClient,
  FeaturePlan,
  Mfa,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { Deployment } from './deployment.ts'

const OPTIONAL = { required: false, mutable: true }

/** The Cognito user pool as the store's gateway needs it. */
export class Accounts extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient
  /** A reference that CloudFormation resolves; the template does not have the secret. */
  readonly clientSecret: string
  readonly identityPool: CfnIdentityPool

  constructor(scope: Construct, id: string, { mailFrom, domain, region }: Deployment) {
    super(scope, id)
    this.pool = new UserPool(this, 'Pool', {
      userPoolName: 'nashta',
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      // With e-mail as an alias, the user name is the `sub`, by which carts and orders are stored.
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A new address is valid only once its code is entered; until then the old one is.
      keepOriginal: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
        givenName: OPTIONAL,
        familyName: OPTIONAL,
        fullname: OPTIONAL,
        phoneNumber: OPTIONAL,
        gender: OPTIONAL,
        birthdate: OPTIONAL,
        address: OPTIONAL,
        locale: OPTIONAL,
      },
      passwordPolicy: {
        minLength: PASSWORD_MIN_LENGTH,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: UserPoolEmail.withSES({
        fromEmail: mailFrom,
        fromName: 'Nashta',
        sesRegion: region,
        sesVerifiedDomain: domainOf(mailFrom),
      }),
      userInvitation: { emailSubject: `Your account at ${domain}` },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    acknowledge(
      this.pool,
      'Length counts, character classes do not: they make passwords hard to remember, not hard to guess (NIST SP 800-63B).',
      ['AwsSolutions-COG1'],
    )
    acknowledge(
      this.pool,
      'A second factor is the choice of each shopper; a snack store must not require it.',
      ['AwsSolutions-COG2'],
    )
    acknowledge(
      this.pool,
      "Threat protection judges by the caller's address, which is the store's: the gateway limits attempts per address and account.",
      ['AwsSolutions-COG3', 'AwsSolutions-COG8'],
    )

    this.client = this.pool.addClient('Store', {
      generateSecret: true,
      authFlows: { userPassword: true },
      disableOAuth: true,
      // Without this, sign-in and reset would tell strangers who has an account.
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.seconds(ACCESS_TOKEN_LIFETIME_SECONDS),
      idTokenValidity: Duration.seconds(ACCESS_TOKEN_LIFETIME_SECONDS),
      refreshTokenValidity: Duration.seconds(REFRESH_TOKEN_LIFETIME_SECONDS),
    })
    // The construct's own property would read the secret with a Lambda function.
    this.clientSecret = (this.client.node.defaultChild as CfnUserPoolClient).attrClientSecret
    for (const role of OPERATOR_ROLES) {
      // A group must keep its id: CloudFormation cannot create a second group with the same name.
      const groupId = role.charAt(0).toUpperCase() + role.slice(1)
      this.pool.addGroup(groupId, { groupName: role, description: `Operators with the role ${role}` })
    }
    this.identityPool = new CfnIdentityPool(this, 'Identities', {
      // The store's containers have a role of their own, so the pool needs none for guests.
      allowUnauthenticatedIdentities: false,
      cognitoIdentityProviders: [
        { clientId: this.client.userPoolClientId, providerName: this.pool.userPoolProviderName },
      ],
    })
  }
}

function domainOf(mailAddress: string) {
  return mailAddress.slice(mailAddress.indexOf('@') + 1)
}

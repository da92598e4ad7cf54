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

/** The Cognito user pool, as the identity gateway needs it, and an identity pool for its users. */
export class Accounts extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient
  /** A reference that CloudFormation resolves. The template does not contain the secret. */
  readonly clientSecret: string
  readonly identityPool: CfnIdentityPool

  constructor(scope: Construct, id: string, { mailFrom, domain, region }: Deployment) {
    super(scope, id)
    this.pool = new UserPool(this, 'Pool', {
      userPoolName: 'nashta',
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      // Users sign in by e-mail address only. Cognito then uses the `sub` as the user name. Carts
      // and orders are stored by that `sub`.
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // The old address stays valid until the user enters the code that the new one got.
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
      // The construct id of a group must never change: CloudFormation would create the group again,
      // and fail because the name exists.
      const constructId = role.charAt(0).toUpperCase() + role.slice(1)
      const description = `Operators with the role ${role}`
      this.pool.addGroup(constructId, { groupName: role, description })
    }
    this.identityPool = new CfnIdentityPool(this, 'Identities', {
      // Guests need no AWS credentials: the store calls AWS with the role of its containers.
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

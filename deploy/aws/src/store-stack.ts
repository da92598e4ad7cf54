import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import {
  FlowLogDestination,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { Accounts } from './accounts.ts'
import { Alarms } from './alarms.ts'
import type { Deployment } from './deployment.ts'
import { Edge } from './edge.ts'
import { Storage } from './storage.ts'
import { StoreService } from './store-service.ts'

type StoreStackProps = StackProps & { deployment: Deployment }

/** The whole store on AWS. */
export class StoreStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, ...props }: StoreStackProps) {
    super(scope, id, { ...props, terminationProtection: true })
    const vpc = this.createNetwork(deployment.region)
    const storage = new Storage(this, 'Storage', deployment)
    const accounts = new Accounts(this, 'Accounts', deployment)
    const store = new StoreService(this, 'Store', { vpc, storage, accounts, deployment })
    const edge = new Edge(this, 'Edge', { loadBalancer: store.loadBalancer, deployment })
    new Alarms(this, 'Alarms', { store, storage, mail: deployment.alarmMail })
    new CfnOutput(this, 'CloudFrontName', {
      value: edge.distribution.distributionDomainName,
      description: `The DNS record of ${deployment.domain} points here`,
    })
  }

  private createNetwork(region: string) {
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/16'),
      availabilityZones: ['a', 'b', 'c'].map((zone) => `${region}${zone}`),
      natGateways: 3,
      subnetConfiguration: [
        { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
        { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      ],
      // Requests to DynamoDB and S3 stay inside the network.
      gatewayEndpoints: {
        DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        S3: { service: GatewayVpcEndpointAwsService.S3 },
      },
    })
    vpc.addFlowLog('Flow', {
      destination: FlowLogDestination.toCloudWatchLogs(
        new LogGroup(this, 'FlowLogs', {
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.RETAIN,
        }),
      ),
    })
    return vpc
  }
}

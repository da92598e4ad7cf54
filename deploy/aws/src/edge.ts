import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { Duration } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  type CachePolicyProps,
  CacheQueryStringBehavior,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { ApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { Deployment } from './deployment.ts'

type EdgeProps = { loadBalancer: ApplicationLoadBalancer; deployment: Deployment }

/** The store's Cache-Control headers decide how long anything is cached. */
const AS_HEADERS_SAY: CachePolicyProps = {
  minTtl: Duration.seconds(0),
  defaultTtl: Duration.seconds(0),
  maxTtl: Duration.days(365),
  cookieBehavior: CacheCookieBehavior.none(),
  enableAcceptEncodingBrotli: true,
  enableAcceptEncodingGzip: true,
}
/** Responses are cached by URL with the whole query. */
const EVERY_QUERY = { queryStringBehavior: CacheQueryStringBehavior.all() }

const NO_CACHE = Duration.seconds(0)

/**
 * By default CloudFront caches a failure for ten seconds, which would turn one failed request into
 * an outage.
 */
const UNCACHED_FAILURES = [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: NO_CACHE }))

/** The CDN, which is the only way to the load balancer. */
export class Edge extends Construct {
  readonly distribution: Distribution

  constructor(scope: Construct, id: string, { loadBalancer, deployment }: EdgeProps) {
    super(scope, id)
    const origin = VpcOrigin.withApplicationLoadBalancer(loadBalancer, {
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
      readTimeout: Duration.seconds(30),
      keepaliveTimeout: Duration.seconds(50),
    })
    const createPolicy = (name: string, props: CachePolicyProps) =>
      new CachePolicy(this, name, { ...AS_HEADERS_SAY, ...props })

    // Pages send the release that they were loaded from. Data is cached for each release.
    const pages = createPolicy('Pages', {
      ...EVERY_QUERY,
      headerBehavior: CacheHeaderBehavior.allowList('Nashta-Release'),
    })
    const files = createPolicy('Files', {})
    // The Accept header decides whether a picture is sent as AVIF or WebP.
    const pictures = createPolicy('Pictures', {
      ...EVERY_QUERY,
      headerBehavior: CacheHeaderBehavior.allowList('Accept'),
    })
    const api = createPolicy('Api', {
      ...EVERY_QUERY,
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'Nashta-Contract'),
    })

    // CloudFront allows only GET and HEAD by default. The store compresses its responses itself.
    const reads = { origin, viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS, compress: false }
    const calls = {
      ...reads,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
    }
    this.distribution = new Distribution(this, 'Distribution', {
      domainNames: [deployment.domain],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', deployment.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: { ...reads, cachePolicy: pages },
      additionalBehaviors: {
        '/assets/*': { ...reads, cachePolicy: files },
        '/images/*': { ...reads, cachePolicy: pictures },
        '/api/*': { ...calls, cachePolicy: api },
        // Pages call the gateway at /identity. The pattern /identity/* would not match that.
        [`${IDENTITY_GATEWAY_BASE}*`]: { ...calls, cachePolicy: CachePolicy.CACHING_DISABLED },
      },
      errorResponses: UNCACHED_FAILURES,
    })
    // CFR1 asks for a restriction by country, CFR2 for a firewall, CFR3 for access logs, CFR5 for HTTPS to the origin.
    acknowledge(this.distribution, 'The store is open to visitors of every country.', ['AwsSolutions-CFR1'])
    acknowledge(
      this.distribution,
      'The store limits calls per address and account itself; a firewall can be added.',
      ['AwsSolutions-CFR2'],
    )
    acknowledge(
      this.distribution,
      'Its standard logs hold whole paths, and the path of an order link is a key to the order. docs/operating.md says which fields are safe.',
      ['AwsSolutions-CFR3'],
    )
    acknowledge(
      this.distribution,
      'Between CloudFront and the load balancer is a private network (VPC origin).',
      ['AwsSolutions-CFR5'],
    )
  }
}

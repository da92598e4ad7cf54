import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Operation } from 'aws-cdk-lib/aws-dynamodb'
import { HttpCodeElb, HttpCodeTarget } from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { METRICS_DIMENSIONS, METRICS_NAMESPACE } from './collector.ts'
import type { Storage } from './storage.ts'
import type { StoreService } from './store-service.ts'

const PERIOD = { period: Duration.minutes(1) }
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.SCAN,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.BATCH_WRITE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
]

type AlarmsProps = { store: StoreService; storage: Storage; mail: string }
type Limit = Pick<AlarmProps, 'threshold' | 'evaluationPeriods'> & Partial<AlarmProps>

/** The alarms for the operators. docs/operating.md says what each one means. */
export class Alarms extends Construct {
  private readonly topic: Topic

  constructor(scope: Construct, id: string, { store, storage, mail }: AlarmsProps) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { enforceSSL: true })
    this.topic.addSubscription(new EmailSubscription(mail))
    const { loadBalancer, targets, service } = store

    this.alarm('StoreErrors', targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, PERIOD), {
      threshold: 5,
      evaluationPeriods: 2,
    })
    // The load balancer itself responds with an error when it reaches no process of the store.
    this.alarm('NoStore', loadBalancer.metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, PERIOD), {
      threshold: 5,
      evaluationPeriods: 2,
    })
    this.alarm('Latency', targets.metrics.targetResponseTime({ ...PERIOD, statistic: Stats.p(99) }), {
      // Seconds.
      threshold: 0.5,
      evaluationPeriods: 5,
    })
    // The minimum of a minute is above 0 if a process was unhealthy during the whole minute.
    this.alarm(
      'UnhealthyProcesses',
      targets.metrics.unhealthyHostCount({ ...PERIOD, statistic: 'Minimum' }),
      {
        threshold: 1,
        evaluationPeriods: 3,
      },
    )
    // Percent.
    this.alarm('Cpu', service.metricCpuUtilization(PERIOD), { threshold: 85, evaluationPeriods: 10 })
    for (const [name, table] of Object.entries(storage.tables)) {
      this.alarm(
        `Throttles-${name}`,
        table.metricThrottledRequestsForOperations({ ...PERIOD, operations: OPERATIONS }),
        { threshold: 10, evaluationPeriods: 2 },
      )
    }
    this.alarm('OutboxAge', ownMetric('nashta.outbox.age', 'Maximum'), {
      // Seconds.
      threshold: 300,
      evaluationPeriods: 5,
    })
    // Some process reconciles every five seconds, so every minute has samples.
    this.alarm('ReconcilerStopped', ownMetric('nashta.reconciler.duration', 'SampleCount'), {
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 5,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }

  private alarm(name: string, metric: IMetric, limit: Limit) {
    const alarm = new Alarm(this, name, {
      metric,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...limit,
    })
    alarm.addAlarmAction(new SnsAction(this.topic))
  }
}

/** A metric that the store sends by OpenTelemetry. */
function ownMetric(metricName: string, statistic: string) {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: METRICS_DIMENSIONS,
    statistic,
    ...PERIOD,
  })
}

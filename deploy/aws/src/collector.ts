/** The store sends its telemetry here. Store and collector run in the same ECS task. */
export const COLLECTOR_ENDPOINT = 'http://127.0.0.1:4318'
export const METRICS_LOG_GROUP = '/nashta/metrics'
export const METRICS_NAMESPACE = 'Nashta'
/** The only dimension of the metrics. Processes come and go, so they are no dimension. */
export const METRICS_DIMENSIONS = { 'service.name': 'nashta-store' }

/** For AWS's OpenTelemetry collector. Metrics go to CloudWatch, traces to X-Ray. */
export const COLLECTOR_CONFIGURATION = {
  receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:4318' } } } },
  processors: { batch: {} },
  exporters: {
    awsxray: {},
    awsemf: {
      namespace: METRICS_NAMESPACE,
      log_group_name: METRICS_LOG_GROUP,
      log_retention: 30,
      // Makes `service.name`, an attribute of the sending process, a dimension of its metrics.
      resource_to_telemetry_conversion: { enabled: true },
      dimension_rollup_option: 'NoDimensionRollup',
      metric_declarations: [
        {
          dimensions: [Object.keys(METRICS_DIMENSIONS)],
          metric_name_selectors: ['^nashta\\.', '^http\\.server\\.', '^db\\.client\\.'],
        },
      ],
    },
  },
  service: {
    pipelines: {
      traces: { receivers: ['otlp'], processors: ['batch'], exporters: ['awsxray'] },
      metrics: { receivers: ['otlp'], processors: ['batch'], exporters: ['awsemf'] },
    },
  },
}

import { listLog } from '@nashta/contracts/operators/operator-log'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { OperatorLog } from './operator-log.ts'

export type OperatorLogDeps = { operatorLog: OperatorLog }

export function operatorLogRoutes({ operatorLog }: OperatorLogDeps): Route[] {
  return [
    route(listLog, async ({ query: { limit, cursor, ...filter } }) => {
      if (filter.subject !== undefined && filter.kind === undefined)
        throw new ServiceError('VALIDATION_FAILED', 'query.subject: needs a kind')
      // One entry more than shown tells whether there is a next page.
      const found = await operatorLog.list(filter, { limit: limit + 1, after: cursor })
      const entries = found.slice(0, limit)
      return {
        data: {
          entries,
          nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
        },
      }
    }),
  ]
}

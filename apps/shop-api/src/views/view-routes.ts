import * as contract from '@nashta/contracts/catalogue/view'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { recordView, type ViewDeps } from './record-view.ts'

export function viewRoutes(deps: ViewDeps): Route[] {
  return [
    route(contract.recordView, async ({ body, caller }) => ({
      data: { noted: await recordView(deps, caller.sub, body.productId) },
    })),
  ]
}

import { rupeesToPaise } from '@nashta/contracts/money'
import * as calls from '@nashta/contracts/orders/desk/order-calls'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { readIdempotencyKey, requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import type { FastifyRequest } from 'fastify'
import type { SeenPayment } from '../events/rules/seen-payment.ts'
import type { OrderEvent } from '../events/settle-order.ts'
import { type DeskOrderReads, readDeskOrder } from '../views/desk-order.ts'
import { changeOrder, type ChangeOrderDeps, type OperatorChange } from '../work/change-order.ts'
import { withTrackingUrl } from '../work/parcel-input.ts'

type DeskActionDeps = ChangeOrderDeps &
  DeskOrderReads & {
    randomBytes: (count: number) => Uint8Array
  }

const PACKING_EVENTS = {
  claim: 'packingClaimed',
  begin: 'packingBegun',
  undo: 'unpacked',
} as const

type Call = {
  caller: Caller
  params: { orderId: string }
  body: { version?: string | undefined }
}

/** The calls by which operators change one order. All take its version, and reply with it. */
export function deskActionRoutes(deps: DeskActionDeps): Route[] {
  async function actWithOperator({ caller, params, body }: Call, makeEvent: OperatorChange['makeEvent']) {
    const change = { caller, seen: body.version, makeEvent }
    const { order } = await changeOrder(deps, params.orderId, change)
    return { data: await readDeskOrder(deps, order, caller.groups) }
  }
  const act = (call: Call, event: OrderEvent) => actWithOperator(call, () => event)

  /** A request without an idempotency key gets a new one, so it is never a repeated one. */
  const keyOrNew = (request: FastifyRequest) =>
    readIdempotencyKey(request) ?? Buffer.from(deps.randomBytes(16)).toString('base64url')

  return [
    route(calls.confirmPaid, (call) =>
      act(call, { kind: 'confirmedByHand', seen: seenPaymentOf(call.body) }),
    ),
    route(calls.reviveOrder, (call) => act(call, { kind: 'revived', seen: seenPaymentOf(call.body) })),
    route(calls.recordPayment, (call) => {
      const { amount, reference } = call.body
      return act(call, { kind: 'paymentRecorded', seen: { amountPaise: rupeesToPaise(amount), reference } })
    }),
    route(calls.closeClaim, (call) => act(call, { kind: 'claimClosed' })),
    route(calls.packOrder, (call) => {
      const { step, picks } = call.body
      return actWithOperator(call, (by) =>
        step === 'finish' ? { kind: 'packed', by, picks } : { kind: PACKING_EVENTS[step], by },
      )
    }),
    route(calls.shipOrder, async (call) => {
      const parcel = withTrackingUrl(await deps.shop.read(), call.body)
      return act(call, { kind: 'shipped', parcel })
    }),
    route(calls.saveParcel, async (call) => {
      const parcel = withTrackingUrl(await deps.shop.read(), call.body)
      return act(call, { kind: 'parcelSaved', parcelId: call.body.parcelId, parcel })
    }),
    route(calls.deliverOrder, (call) => act(call, { kind: 'delivered' })),
    route(calls.cancelOrderByShop, (call) => {
      const { reason, goods } = call.body
      return act(call, { kind: 'cancelledByShop', reason, goods })
    }),
    route(calls.refundOrder, (call) => {
      const key = requireIdempotencyKey(call.request, 'a refund')
      const { items, amount, reason, goods, byHand: isByHand } = call.body
      if (amount === undefined)
        return act(call, { kind: 'refundRequested', key, items, reason, goods, isByHand })
      return act(call, { kind: 'goodwillGranted', key, amountPaise: rupeesToPaise(amount), reason, isByHand })
    }),
    route(calls.retryRefund, (call) => act(call, { kind: 'refundRetried', refundId: call.params.refundId })),
    route(calls.settleRefund, (call) => {
      const { state, reference = '' } = call.body
      const result =
        state === 'done'
          ? ({ kind: 'done', reference } as const)
          : ({ kind: 'refused', message: '' } as const)
      return act(call, { kind: 'refundSettledByHand', refundId: call.params.refundId, result })
    }),
    route(calls.reportUndelivered, (call) => {
      const { outcome, reason } = call.body
      return act(call, { kind: 'undelivered', outcome, reason })
    }),
    route(calls.settleGoods, (call) => {
      const { goods, waste } = call.body
      return act(call, { kind: 'goodsSettled', goods, waste })
    }),
    route(calls.sendOrderMail, (call) => {
      const { mail, refundId } = call.body
      const key = keyOrNew(call.request)
      return actWithOperator(call, (operator) => ({
        kind: 'mailSentAgain',
        key,
        by: operator.name,
        mail,
        refundId,
      }))
    }),
    route(calls.addOrderNote, (call) => {
      const key = keyOrNew(call.request)
      return actWithOperator(call, (operator) => ({
        kind: 'noted',
        key,
        text: call.body.text,
        by: operator.name,
      }))
    }),
  ]
}

type SeenPaymentBody = {
  amount?: number | undefined
  reference?: string | undefined
  noReference?: boolean | undefined
}

/** Null when the amount is missing, or the operator has neither typed a reference nor said that there is none. */
function seenPaymentOf({ amount, reference = '', noReference = false }: SeenPaymentBody): SeenPayment | null {
  const isReferenceKnown = reference !== '' || noReference
  if (amount === undefined || !isReferenceKnown) return null
  return { amountPaise: rupeesToPaise(amount), reference: reference === '' ? null : reference }
}

import type { Endpoint } from '../../api/endpoint.ts'
import type { OrderAction } from './desk-order.ts'
import {
  confirmPaid,
  reviveOrder,
  recordPayment,
  closeClaim,
  packOrder,
  shipOrder,
  saveParcel,
  deliverOrder,
  reportUndelivered,
  cancelOrderByShop,
  refundOrder,
  settleGoods,
  replaceOrder,
} from './order-calls.ts'
import { editOrder, takeBackEdit } from './order-edit-calls.ts'

/** The endpoint of each action. A role that may call the endpoint may do the action. */
export const ACTION_ENDPOINTS: Record<OrderAction, Endpoint> = {
  confirm: confirmPaid,
  revive: reviveOrder,
  record: recordPayment,
  closeClaim,
  edit: editOrder,
  takeBack: takeBackEdit,
  pack: packOrder,
  unpack: packOrder,
  ship: shipOrder,
  parcel: saveParcel,
  deliver: deliverOrder,
  undelivered: reportUndelivered,
  cancel: cancelOrderByShop,
  refund: refundOrder,
  goods: settleGoods,
  replace: replaceOrder,
}

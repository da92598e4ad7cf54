import { createShopFiles } from '@nashta/browser/session/shop-files'
import {
  addHelpPicture,
  addLinkedHelpPicture,
  getHelpPicture,
  getLinkedHelpPicture,
} from '@nashta/contracts/orders/help-picture'
import {
  helpWithLinkedOrder,
  helpWithOrder,
  listLinkedTickets,
  listOrderTickets,
} from '@nashta/contracts/orders/order-help'
import type { Ticket } from '@nashta/contracts/tickets/ticket'
import type { HelpKind } from '@nashta/contracts/tickets/ticket-texts'
import { queryOptions } from '@tanstack/react-query'
import { getAccessToken } from '../../../data/calls/access-token.ts'
import { fetchShop } from '../../../data/calls/fetch-shop.ts'
import { type OrderAccess, orderQuery } from '../order-queries.ts'

const shopFiles = createShopFiles(getAccessToken)

/** The tickets of an order. */
export function helpQuery(access: OrderAccess) {
  return queryOptions({
    queryKey: [...orderQuery(access).queryKey, 'help'],
    queryFn: async () => {
      if ('token' in access) return (await fetchShop(listLinkedTickets, { params: access })).data.tickets
      const params = { orderId: access.orderId }
      return (await fetchShop(listOrderTickets, { params })).data.tickets
    },
  })
}

/**
 * A picture never changes, so the query fetches it once. If the query key began with the key of
 * the order, each invalidation of the order would fetch the picture again.
 */
export function helpPictureQuery(access: OrderAccess, number: Ticket['number'], pictureId: string) {
  return queryOptions({
    queryKey: ['help-pictures', access, number, pictureId],
    staleTime: Infinity,
    queryFn: ({ signal }) => {
      if ('token' in access)
        return shopFiles.download(getLinkedHelpPicture, {
          params: { token: access.token, number, pictureId },
          signal,
        })
      return shopFiles.download(getHelpPicture, {
        params: { orderId: access.orderId, number, pictureId },
        signal,
      })
    },
  })
}

export type HelpInput = { kind: HelpKind; text: string }

/** Creates a ticket, and resolves to its number. */
export async function sendHelp(access: OrderAccess, body: HelpInput, idempotencyKey: string) {
  const { data } =
    'token' in access
      ? await fetchShop(helpWithLinkedOrder, { params: access, body, idempotencyKey })
      : await fetchShop(helpWithOrder, { params: { orderId: access.orderId }, body, idempotencyKey })
  return data.number
}

export function sendHelpPicture(access: OrderAccess, number: Ticket['number'], picture: Blob) {
  if ('token' in access)
    return shopFiles.upload(addLinkedHelpPicture, picture, { params: { token: access.token, number } })
  return shopFiles.upload(addHelpPicture, picture, { params: { orderId: access.orderId, number } })
}

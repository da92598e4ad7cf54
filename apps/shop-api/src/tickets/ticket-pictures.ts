import { createHash } from 'node:crypto'
import { PICTURES_PER_ORDER_MAX } from '@nashta/contracts/orders/help-picture'
import type { HelpPicture } from '@nashta/contracts/tickets/ticket'
import type { CleanPictureFile, PictureUpload } from '@nashta/images/clean-picture'
import type { ImageStore } from '@nashta/images/image-store'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { TicketStore } from './ticket-store.ts'
import { addPicture, eraseTicket, removePicture, type TicketRecord } from './ticket.ts'
import { ticketNotFound } from './tickets.ts'

/** A folder in the data folder. It is outside the folder of public pictures, so it has no URL. */
export const HELP_PICTURES_FOLDER = 'help-pictures'

export type TicketPictureDeps = {
  tickets: TicketStore
  /** The pictures of requests for help. They are never served with the public ones. */
  helpPictures: ImageStore
  cleanPicture: CleanPictureFile
}

/** `email` is null for an order without an e-mail address. */
type OrderOfTicket = { purchaseId: string; email: string | null }

/** The requests for help with an order, unsorted. */
export async function ticketsOfOrder(
  { tickets }: Pick<TicketPictureDeps, 'tickets'>,
  { purchaseId, email }: OrderOfTicket,
): Promise<TicketRecord[]> {
  const ofAddress = await tickets.listOf(email?.toLowerCase() ?? '')
  return ofAddress.filter(({ help }) => help?.purchaseId === purchaseId)
}

/** Throws "not found" when the ticket is not about the order. */
export async function findTicketOfOrder(
  { tickets }: TicketPictureDeps,
  { purchaseId }: OrderOfTicket,
  number: string,
): Promise<TicketRecord> {
  const ticket = await tickets.find(number)
  if (ticket?.help?.purchaseId !== purchaseId) throw ticketNotFound()
  return ticket
}

/**
 * Stores a picture: first its entry in the ticket, then its file. An erasure removes the files of
 * the pictures that a ticket lists, so a file must not exist without an entry. The caller has
 * checked that the ticket is about the order.
 */
export async function storePicture(
  deps: TicketPictureDeps,
  order: OrderOfTicket,
  number: string,
  { file, ...upload }: PictureUpload & { file: Buffer },
): Promise<HelpPicture> {
  const { tickets, helpPictures, cleanPicture } = deps
  const { bytes, width, height } = await cleanPicture(file, upload)
  // The same picture always has the same id, so a repeated upload adds nothing.
  const picture = { id: createHash('sha256').update(bytes).digest('hex').slice(0, 32), width, height }
  const key = ticketPictureKey(number, picture.id)
  const isRepeated = (await pictureKeysOf(deps, order)).includes(key)
  if (!isRepeated) await assertOrderTakes(deps, order, 1)
  const changed = await tickets.change(number, (ticket) => addPicture(ticket, picture))
  if (!changed) throw ticketNotFound()
  if (!isRepeated) {
    // Pictures of other requests for help with the order may have been added at the same moment.
    try {
      await assertOrderTakes(deps, order, 0)
    } catch (error) {
      await tickets.change(number, (ticket) => removePicture(ticket, picture.id))
      throw error
    }
  }
  try {
    await helpPictures.put(key, bytes)
  } catch (error) {
    const fileOfEarlierUpload = await helpPictures.get(key)
    if (!fileOfEarlierUpload) {
      await tickets.change(number, (ticket) => removePicture(ticket, picture.id))
    }
    throw error
  }
  const stored = await tickets.find(number)
  const hasEntry = stored?.pictures.some(({ id }) => id === picture.id) ?? false
  if (!hasEntry) {
    // The ticket was erased after the entry was stored. The erasure may have found no file yet.
    await helpPictures.remove(key)
    throw ticketNotFound()
  }
  return picture
}

async function pictureKeysOf(deps: TicketPictureDeps, order: OrderOfTicket): Promise<string[]> {
  const ofOrder = await ticketsOfOrder(deps, order)
  return ofOrder.flatMap(({ number, pictures }) => pictures.map(({ id }) => ticketPictureKey(number, id)))
}

/** Throws when the order would have too many pictures with this many more. */
async function assertOrderTakes(deps: TicketPictureDeps, order: OrderOfTicket, more: number) {
  const stored = await pictureKeysOf(deps, order)
  if (stored.length + more > PICTURES_PER_ORDER_MAX)
    throw new ServiceError('PICTURES_LIMITED', `An order has at most ${PICTURES_PER_ORDER_MAX} pictures`)
}

export async function readPicture(
  { helpPictures }: TicketPictureDeps,
  ticket: TicketRecord | null,
  pictureId: string,
) {
  if (!ticket) throw ticketNotFound()
  const { number, pictures } = ticket
  const index = pictures.findIndex(({ id }) => id === pictureId)
  const bytes = index === -1 ? null : await helpPictures.get(ticketPictureKey(number, pictureId))
  if (!bytes) throw new ServiceError('IMAGE_NOT_FOUND', 'There is no such picture')
  return { bytes, fileName: `${number}-${index + 1}.webp` }
}

/**
 * Erases tickets with this e-mail address, and the files of their pictures. With `mustErase`, only
 * the tickets for which it returns true. `email` is '' for tickets without an e-mail address.
 */
export async function eraseTickets(
  deps: Pick<TicketPictureDeps, 'tickets' | 'helpPictures'> & { now: () => Date },
  email: string,
  mustErase: (ticket: TicketRecord) => boolean = () => true,
) {
  const { tickets, now } = deps
  // The files are removed first: after an interruption, only a ticket tells which files are left.
  await removePictures(deps, (await tickets.listOf(email)).filter(mustErase))
  const erased: TicketRecord[] = []
  await tickets.eraseOf(email, (ticket) => {
    if (!mustErase(ticket)) return ticket
    erased.push(ticket)
    return eraseTicket(ticket, now())
  })
  // An upload may have added a picture after the files were removed.
  await removePictures(deps, erased)
}

async function removePictures(
  { helpPictures }: Pick<TicketPictureDeps, 'helpPictures'>,
  tickets: readonly TicketRecord[],
) {
  for (const { number, pictures } of tickets)
    for (const { id } of pictures) await helpPictures.remove(ticketPictureKey(number, id))
}

/**
 * Two tickets with the same picture have two files, so that erasing one ticket leaves the other's
 * picture. Like all keys of pictures, this one is in lower case.
 */
function ticketPictureKey(number: string, pictureId: string) {
  return `${number}-${pictureId}.webp`.toLowerCase()
}

import type { TicketList } from '@nashta/contracts/tickets/ticket'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { TicketRecord } from './ticket.ts'

export type TicketCreation = {
  ticket: TicketRecord
  /** The mail with the number and the status link; null without a valid e-mail address. */
  mail: OutboxEntry | null
  /** The mail is left out when its e-mail address has had `max` mails after `since`. */
  mailLimit: { max: number; since: Date }
}

export interface TicketStore {
  /** Stores the ticket and its mail in one transaction. Returns false when the number is taken. */
  create(creation: TicketCreation): Promise<boolean>

  find(number: string): Promise<TicketRecord | null>

  findByTokenHash(tokenHash: string): Promise<TicketRecord | null>

  /**
   * Stores the ticket that `apply` returns, together with the mail that `mailAbout` returns for it.
   * Nothing is written when `apply` returns its argument. Resolves to the ticket, or to null when
   * there is none with this number.
   */
  change(
    number: string,
    apply: (ticket: TicketRecord) => TicketRecord,
    mailAbout?: (ticket: TicketRecord) => OutboxEntry | null,
  ): Promise<TicketRecord | null>

  /**
   * The tickets of an e-mail address, unsorted. `email` must be in lower case. With '', the result
   * is the tickets that have no e-mail address.
   */
  listOf(email: string): Promise<TicketRecord[]>

  /**
   * Stores the result of `erase` for each ticket of the e-mail address. The links of erased tickets
   * no longer work. No mail is sent. A ticket for which `erase` returns its argument stays as
   * it is.
   */
  eraseOf(email: string, erase: (ticket: TicketRecord) => TicketRecord): Promise<void>

  /**
   * At most `limit` tickets of the list, by their place (see `placeOf`): those that wait for the
   * shop in rising order, closed ones in falling order. With a place as `after`, only tickets that
   * follow it.
   */
  list(list: TicketList, page: { limit: number; after?: string | undefined }): Promise<TicketRecord[]>

  countNotClosed(): Promise<number>
}

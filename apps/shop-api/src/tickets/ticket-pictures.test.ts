import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { createPictureCleaner } from '@nashta/images/clean-picture'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import type { ImageStore } from '@nashta/images/image-store'
import { plainPicture } from '@nashta/images/pictures.fixture'
import { mailEntry } from '@nashta/mail/mail-topic'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openShopDatabase } from '../adapters/sqlite/open-shop-database.ts'
import { eraseTickets, storePicture } from './ticket-pictures.ts'
import { createTicketStore, type TicketStore } from './ticket-store.ts'
import { eraseTicket, newTicket } from './ticket.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const EMAIL = 'asha@example.in'

let folder: string
let database: ReturnType<typeof openShopDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-ticket-pictures-'))
  database = openShopDatabase(folder, () => NOW)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Creates a ticket. `upload` adds a picture to it. `beforePut` runs before its file is stored. */
async function setUp(beforePut: (tickets: TicketStore) => Promise<void>) {
  const tickets = createTicketStore(createSqliteDocuments({ database, now: () => NOW }))
  const input = { name: 'Asha', email: EMAIL, orderNumber: '', text: 'The box was open' }
  const ticket = newTicket(input, { number: 'G-1', tokenHash: 'hash', isAboutOrder: false, at: NOW })
  const mail = mailEntry({
    deduplicationId: 'G-1',
    to: EMAIL,
    message: { kind: 'ticket-replied', data: { number: 'G-1', resolveBy: NOW.toISOString(), text: 'Sorry' } },
  })
  await tickets.create({ ticket, mail, mailLimit: { max: 1, since: NOW } })
  const disk = createDiskImageStore(join(folder, 'pictures'))
  const helpPictures: ImageStore = {
    ...disk,
    async put(key, bytes) {
      await beforePut(tickets)
      await disk.put(key, bytes)
    },
  }
  const file = await plainPicture().png().toBuffer()
  const deps = {
    tickets,
    helpPictures,
    cleanPicture: createPictureCleaner({ types: ['image/png'], queuedPerCaller: 2 }),
  }
  return {
    tickets,
    helpPictures,
    upload: () =>
      storePicture(deps, { purchaseId: 'p1', email: EMAIL }, 'G-1', {
        file,
        caller: 'asha',
        signal: new AbortController().signal,
      }),
  }
}

const storedFiles = () =>
  readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('webp'))

it('a picture whose ticket is erased during the upload leaves no file', async () => {
  const { upload } = await setUp((tickets) => tickets.eraseOf(EMAIL, (ticket) => eraseTicket(ticket, NOW)))
  await expect(upload()).rejects.toMatchObject({ code: 'TICKET_NOT_FOUND' })
  expect(storedFiles()).toEqual([])
})

it('a ticket names no picture whose file cannot be written, and takes it later', async () => {
  let isDiskFull = true
  const { tickets, upload } = await setUp(async () => {
    if (isDiskFull) throw new Error('The disk is full')
  })
  await expect(upload()).rejects.toThrow('The disk is full')
  expect((await tickets.find('G-1'))?.pictures).toEqual([])
  isDiskFull = false
  await upload()
  expect((await tickets.find('G-1'))?.pictures).toHaveLength(1)
  expect(storedFiles()).toHaveLength(1)
})

it('a ticket still names a stored picture after a repeated upload of it has failed', async () => {
  let isDiskFull = false
  const { tickets, upload } = await setUp(async () => {
    if (isDiskFull) throw new Error('The disk is full')
  })
  await upload()
  isDiskFull = true
  await expect(upload()).rejects.toThrow('The disk is full')
  expect((await tickets.find('G-1'))?.pictures).toHaveLength(1)
})

it('an erasure removes the file of a picture that was uploaded while it ran', async () => {
  const { tickets, helpPictures, upload } = await setUp(async () => {})
  const afterUpload: TicketStore = {
    ...tickets,
    async eraseOf(email, erase) {
      await upload()
      return tickets.eraseOf(email, erase)
    },
  }
  await eraseTickets({ tickets: afterUpload, helpPictures, now: () => NOW }, EMAIL)
  expect((await tickets.find('G-1'))?.pictures).toEqual([])
  expect(storedFiles()).toEqual([])
})

import type { DocumentKey, Documents, DocumentWrite } from '@nashta/documents/documents'
import { type Authorship, nameOf } from '../../operator-log/logged-change.ts'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { cashKeysOfPerson, changeCashBars, personsByCashKey, type StoredBar } from './cash-bars.ts'
import {
  addNote,
  type ChangedMarks,
  eraseMember,
  joinGroups,
  removeNote,
  separateMember,
  setTags,
} from './change-marks.ts'
import { type CashBar, cashBarKey, liftFor } from './no-cash.ts'
import {
  addOrder,
  figuresKey,
  isGuestPerson,
  NO_FIGURES,
  ORDER_SK,
  type PersonFigures,
  personIdOf,
  personPk,
  subjectOf,
} from './person-figures.ts'
import { createPersonOrders, type OrderPage } from './person-orders.ts'
import { TAG_NAMES_KEY, type TagNames, tagPk, tagWrites } from './person-tags.ts'
import {
  type Marks,
  marksOf,
  type Person,
  type PersonGroup,
  type StoredGroup,
  type StoredPerson,
} from './person.ts'

type Deps = { documents: Documents; purchases: PurchaseStore; now: () => Date }

/** The persons who have ordered, and what operators have written about them. */
export function createPersonStore({ documents, purchases, now }: Deps) {
  const orders = createPersonOrders({ documents, purchases })

  async function readStored(personId: string): Promise<StoredPerson> {
    const found = await documents.listByKey<PersonFigures & Marks>(personPk(personId), { below: ORDER_SK })
    const documentOf = (sk: string) => found.find(({ key }) => key.sk === sk) ?? null
    return { personId, figures: documentOf('figures'), marks: documentOf('marks') }
  }

  async function readStoredGroup(personId: string): Promise<StoredGroup> {
    const person = await readStored(personId)
    const { joinedTo } = marksOf(person)
    const first = joinedTo === undefined ? person : await readStored(joinedTo)
    const others = (marksOf(first).joined ?? []).map(async (join) =>
      join.personId === personId ? person : readStored(join.personId),
    )
    return [first, ...(await Promise.all(others))]
  }

  /**
   * Counts the orders of a person again, and links guest orders that have no link yet. These are found by
   * the e-mail address of `example`, which is any order of the person.
   */
  function recount(personId: string, example?: OrderRecord): Promise<PersonFigures> {
    return documents.retryConflicts(async () => {
      const seen = await documents.get<PersonFigures>(figuresKey(personId))
      const { orders: own, links } = await orders.readAll(personId, example)
      const figures = { ...own.reduce(addOrder, NO_FIGURES), isWhole: true }
      const isEmpty = figures.newest === null
      if (isEmpty && !seen) return figures
      const write: DocumentWrite = isEmpty
        ? { delete: figuresKey(personId), seen }
        : { put: { key: figuresKey(personId), body: figures }, seen }
      await documents.commit([write, ...links])
      return figures
    })
  }

  async function toPerson(stored: StoredPerson, example?: OrderRecord): Promise<Person> {
    const { personId, figures } = stored
    const counted = figures?.body.isWhole ? figures.body : await recount(personId, example)
    return { personId, figures: counted, marks: marksOf(stored) }
  }

  /** The row with this person. Null if the row has no order. For `example`, see `recount`. */
  async function find(personId: string, example?: OrderRecord): Promise<PersonGroup | null> {
    const [head, ...others] = await readStoredGroup(personId)
    const exampleOf = (person: StoredPerson) => (person.personId === personId ? example : undefined)
    const [first, ...rest] = await Promise.all([
      toPerson(head, exampleOf(head)),
      ...others.map((other) => toPerson(other, exampleOf(other))),
    ])
    const joins = new Map(first.marks.joined?.map((join) => [join.personId, join]))
    const members: [Person, ...Person[]] = [
      first,
      ...rest.map((member) => {
        const join = joins.get(member.personId)
        return join ? Object.assign({}, member, { join }) : member
      }),
    ]
    if (members.every(({ figures }) => figures.newest === null)) return null
    const keys = members.flatMap(({ personId: id, figures: { newest }, marks }) =>
      cashKeysOfPerson(id, newest?.phone, marks),
    )
    const bars = await readBars(new Set(keys.map(({ pk }) => pk)))
    return { id: first.personId, members, takesNoCash: bars.some(({ stored }) => stored !== null) }
  }

  /** Changes what operators have written about a row. `writes` are written with a change. */
  function changeMarks(
    personId: string,
    change: (group: StoredGroup) => ChangedMarks,
    writes: readonly DocumentWrite[],
  ): Promise<void> {
    return documents.retryConflicts(async () => {
      const group = await readStoredGroup(personId)
      const changed = change(group)
      if (changed.size > 0) await commitMarks(group, changed, writes)
    })
  }

  /** Writes the changed marks, and the lists of their tags. */
  async function commitMarks(
    group: readonly StoredPerson[],
    changed: ChangedMarks,
    writes: readonly DocumentWrite[],
  ) {
    const names = await documents.get<TagNames>(TAG_NAMES_KEY)
    const marksWrites = group.flatMap(({ personId, marks: seen }): DocumentWrite[] => {
      const marks = changed.get(personId)
      return marks ? [{ put: { key: { pk: personPk(personId), sk: 'marks' }, body: marks }, seen }] : []
    })
    await documents.commit([...marksWrites, ...tagWrites(group, changed, names), ...writes])
  }

  function readBars(keys: Iterable<string>): Promise<StoredBar[]> {
    return Promise.all(
      Array.from(keys, async (pk) => {
        const key = cashBarKey(pk)
        return { key, stored: await documents.get<CashBar>(key) }
      }),
    )
  }

  /**
   * Forgets a person. An order of theirs that changes later does not bring them back. A bar on cash that is
   * also another customer's stays.
   */
  async function erase(personId: string): Promise<void> {
    await documents.retryConflicts(async () => {
      const group = await readStoredGroup(personId)
      const own = group.find((each) => each.personId === personId)
      if (!own?.marks) return
      const bars = await readBars(marksOf(own).cashKeys ?? [])
      const lifted = bars.flatMap(({ stored }) => (stored ? [liftFor(personId, stored)] : []))
      await commitMarks(group, eraseMember(group, own), lifted)
    })
    const all = await documents.listByKey(personPk(personId))
    await documents.erase([...all.map(({ key }) => key), subjectKey(subjectOf(personId))])
  }

  return {
    find,
    erase,
    listNewestOrders: (personIds: readonly string[], page: OrderPage) => orders.listNewest(personIds, page),
    listGuestIds: (personId: string) => orders.listGuestIds(personId),

    /** The names of all tags in use, sorted. */
    async listTagNames(): Promise<string[]> {
      const names = await documents.get<TagNames>(TAG_NAMES_KEY)
      return Object.keys(names?.body.counts ?? {}).toSorted((one, other) => (one < other ? -1 : 1))
    },

    /** The ids of persons with a tag, sorted, after the given one. */
    async listTagged(tag: string, { limit, after }: { limit: number; after: string | undefined }) {
      const found = await documents.listByKey(tagPk(tag), { above: after, limit })
      return found.map(({ key }) => key.sk)
    },

    /** `about` is the person of the row that the note is about. */
    addNote(
      personId: string,
      { key, text, about }: { key: string; text: string; about: string | undefined },
      authorship: Authorship,
      writes: DocumentWrite[],
    ): Promise<void> {
      const note = { key, text, at: authorship.at, by: nameOf(authorship) }
      return changeMarks(personId, (group) => addNote(group, note, about), writes)
    },

    removeNote: (personId: string, noteKey: string, writes: DocumentWrite[]): Promise<void> =>
      changeMarks(personId, (group) => removeNote(group, noteKey), writes),

    saveTags: (personId: string, tags: readonly string[], writes: DocumentWrite[]): Promise<void> =>
      changeMarks(personId, (group) => setTags(group, tags), writes),

    /** From now on, the checkout takes cash on delivery from everybody in this row, or from none of them. */
    async setTakesNoCash(personId: string, takesNoCash: boolean, writes: DocumentWrite[]): Promise<void> {
      // Makes sure that the figures are counted, which have the phone numbers.
      const shown = await find(personId)
      if (!shown) return
      await documents.retryConflicts(async () => {
        const group = await readStoredGroup(shown.id)
        const bars = await readBars(personsByCashKey(group).keys())
        const change = changeCashBars(group, bars, { takesNoCash, now: now() })
        if (change) await commitMarks(group, change.changed, [...change.writes, ...writes])
      })
    },

    /** Joins two rows. Only the desk shows the join: shoppers see their own orders only. */
    join: (
      personId: string,
      otherId: string,
      authorship: Authorship,
      writes: DocumentWrite[],
    ): Promise<void> =>
      documents.retryConflicts(async () => {
        const [one, other] = await Promise.all([readStoredGroup(personId), readStoredGroup(otherId)])
        const joined = joinGroups(one, other, { at: authorship.at, by: nameOf(authorship) })
        if (joined) await commitMarks(joined.group, joined.changed, writes)
      }),

    separate: (personId: string, memberId: string, writes: DocumentWrite[]): Promise<void> =>
      changeMarks(personId, (group) => separateMember(group, memberId), writes),

    /** Lets the log name the person until an erasure. */
    nameSubject(personId: string): Promise<void> {
      return documents.retryConflicts(async () => {
        const key = subjectKey(subjectOf(personId))
        const seen = await documents.get(key)
        if (!seen) await documents.commit([{ put: { key, body: { personId } }, seen }])
      })
    },

    /** The name of the person in a log entry; undefined after an erasure. */
    async nameOfSubject(subject: string): Promise<string | undefined> {
      const found = await documents.get<{ personId: string }>(subjectKey(subject))
      if (!found) return undefined
      const stored = await readStored(found.body.personId)
      return stored.figures?.body.newest?.name
    },

    /** What operators have written about this person alone. */
    async readMarks(personId: string): Promise<Marks> {
      const marks = marksOf(await readStored(personId))
      return { ...marks, tags: marks.tags.filter((tag) => !marks.rowTags?.includes(tag)) }
    },

    /** Erases the guest of an order that is their only one. Erasing one of several takes it out of the figures. */
    async forgetGuestOf(order: OrderRecord): Promise<void> {
      const personId = personIdOf(order)
      if (personId === null || !isGuestPerson(personId)) return
      if (await orders.isOnlyOrder(personId, order.purchaseId)) await erase(personId)
    },
  }
}

export type PersonStore = ReturnType<typeof createPersonStore>

function subjectKey(subject: string): DocumentKey {
  return { pk: `person-subject#${subject}`, sk: 'person' }
}

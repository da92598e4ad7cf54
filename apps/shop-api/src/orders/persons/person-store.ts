import {
  MEMBERS_MAX,
  NOTE_ABOUT_REQUIRED,
  NOTES_MAX,
  TAG_NAMES_MAX,
} from '@nashta/contracts/orders/desk/customers'
import type {
  Document,
  DocumentKey,
  Documents,
  DocumentWrite,
  NewDocument,
} from '@nashta/documents/documents'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, nameOf } from '../../operator-log/logged-change.ts'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { guestEmailKey } from '../order/unpaid-orders.ts'
import { cashBarKey, type CashBar, cashKeysOf, liftFor } from './no-cash.ts'
import {
  addOrder,
  figuresKey,
  guestOrderKey,
  isGuestPerson,
  NO_FIGURES,
  ORDER_SK,
  type PersonFigures,
  personIdOf,
  personPk,
  subjectOf,
} from './person-figures.ts'

type PersonNote = { key: string; at: string; by: string; text: string }
/** Says who joined a person to another one, so that it can be undone. */
type Join = { personId: string; at: string; by: string }

/** What operators have written about a person. */
type Marks = {
  notes: readonly PersonNote[]
  tags: readonly string[]
  /**
   * Tags among these that were given to a row of several persons. They may be about another one of them, so
   * that the person does not download them.
   */
  rowTags?: readonly string[]
  /** The person in whose row this one is shown. */
  joinedTo?: string
  /** The persons that are shown in the row of this one. */
  joined?: readonly Join[]
  /** Under these keys, the checkout takes no cash on delivery. */
  cashKeys?: readonly string[]
}

const NO_MARKS: Marks = { notes: [], tags: [] }

export type Person = {
  personId: string
  figures: PersonFigures
  marks: Marks
  /** How the person was joined. Absent for the first of a group. */
  join?: Join
}

/** The persons of one row. The row has the id of the first one. */
export type PersonGroup = { id: string; members: readonly [Person, ...Person[]]; takesNoCash: boolean }

type Deps = { documents: Documents; purchases: PurchaseStore; now: () => Date }
type StoredPerson = {
  personId: string
  figures: Document<PersonFigures> | null
  marks: Document<Marks> | null
}

const TAG_NAMES_KEY: DocumentKey = { pk: 'person-tags', sk: 'all' }
type TagNames = { counts: Record<string, number> }

/** A commit has room for so many new links to guest orders. */
const LINKS_AT_ONCE = 90

/** The persons who have ordered, and what operators have written about them. */
export function createPersonStore({ documents, purchases, now }: Deps) {
  async function readStored(personId: string): Promise<StoredPerson> {
    const found = await documents.listByKey<PersonFigures & Marks>(personPk(personId), { below: ORDER_SK })
    const documentOf = (sk: string) => found.find(({ key }) => key.sk === sk) ?? null
    return { personId, figures: documentOf('figures'), marks: documentOf('marks') }
  }

  async function readStoredGroup(personId: string): Promise<[StoredPerson, ...StoredPerson[]]> {
    const person = await readStored(personId)
    const { joinedTo } = person.marks?.body ?? NO_MARKS
    const first = joinedTo === undefined ? person : await readStored(joinedTo)
    const others = (first.marks?.body.joined ?? []).map(async (join) =>
      join.personId === personId ? person : readStored(join.personId),
    )
    return [first, ...(await Promise.all(others))]
  }

  /** Counts the orders of a person again. `example` is one of them. */
  function recount(personId: string, example?: OrderRecord): Promise<PersonFigures> {
    return documents.retryConflicts(async () => {
      const seen = await documents.get<PersonFigures>(figuresKey(personId))
      const { orders, links } = await readOrders(personId, example)
      const counted = orders.reduce(addOrder, NO_FIGURES)
      const figures = { ...counted, isWhole: true }
      const isEmpty = figures.newest === null
      if (isEmpty && !seen) return figures
      const write: DocumentWrite = isEmpty
        ? { delete: figuresKey(personId), seen }
        : { put: { key: figuresKey(personId), body: figures }, seen }
      await documents.commit([write, ...links])
      return figures
    })
  }

  /** Orders that are older than their links to the person get them now. */
  async function readOrders(personId: string, example?: OrderRecord) {
    if (!isGuestPerson(personId)) return { orders: await purchases.listAll(personId), links: [] }
    const linked = await documents.listByKey(personPk(personId), { above: ORDER_SK })
    const found = await Promise.all(linked.map(({ key }) => purchases.find(orderIdOf(key))))
    const orders = found.filter((order) => order !== null)
    const known = new Set(orders.map(({ purchaseId }) => purchaseId))
    const sameEmail = example?.email ? await purchases.listByBuyerKey(guestEmailKey(example.email)) : []
    const missing = sameEmail.filter((order) => !known.has(order.purchaseId)).slice(0, LINKS_AT_ONCE)
    const own = [...orders, ...missing].filter((order) => personIdOf(order) === personId)
    const links = missing
      .filter((order) => own.includes(order))
      .map(({ purchaseId, userId }): DocumentWrite => ({
        put: { key: guestOrderKey(personId, purchaseId), body: { userId } },
        seen: null,
      }))
    return { orders: own, links }
  }

  async function toPerson(
    { personId, figures, marks }: StoredPerson,
    example?: OrderRecord,
  ): Promise<Person> {
    const counted = figures?.body.isWhole ? figures.body : await recount(personId, example)
    return { personId, figures: counted, marks: marks?.body ?? NO_MARKS }
  }

  /** The row with this person. Null if the row has no order. */
  async function find(personId: string, example?: OrderRecord): Promise<PersonGroup | null> {
    const stored = await readStoredGroup(personId)
    const [head, ...others] = stored
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
        return Object.assign({}, member, join && { join })
      }),
    ]
    if (members.every(({ figures }) => figures.newest === null)) return null
    const barred = await Promise.all(cashKeysOfGroup(members).map((key) => documents.get(key)))
    return { id: first.personId, members, takesNoCash: barred.some((key) => key !== null) }
  }

  async function readTagNames() {
    const seen = await documents.get<TagNames>(TAG_NAMES_KEY)
    return { seen, counts: seen?.body.counts ?? {} }
  }

  /** Changes what operators have written about a row; `change` makes new marks of each of its persons. */
  function changeMarks(
    personId: string,
    change: (group: readonly StoredPerson[]) => { marks: Map<string, Marks>; writes?: DocumentWrite[] },
  ): Promise<void> {
    return documents.retryConflicts(async () => {
      const group = await readStoredGroup(personId)
      const { marks, writes = [] } = change(group)
      await commitMarks(group, marks, writes)
    })
  }

  /** Writes the changed marks, and the lists of their tags. */
  async function commitMarks(
    group: readonly StoredPerson[],
    changed: ReadonlyMap<string, Marks>,
    writes: readonly DocumentWrite[],
  ) {
    const tagWrites: DocumentWrite[] = []
    const { seen: seenNames, counts } = await readTagNames()
    const newCounts = { ...counts }
    for (const { personId, marks } of group) {
      const [before, after] = [marks?.body.tags ?? [], changed.get(personId)?.tags]
      if (!after) continue
      for (const tag of after.filter((each) => !before.includes(each))) {
        tagWrites.push({ put: { key: tagKey(tag, personId), body: {} }, seen: null })
        newCounts[tag] = (newCounts[tag] ?? 0) + 1
      }
      for (const tag of before.filter((each) => !after.includes(each))) {
        tagWrites.push({ delete: tagKey(tag, personId) })
        newCounts[tag] = (newCounts[tag] ?? 1) - 1
      }
    }
    const used = Object.entries(newCounts).filter(([, count]) => count > 0)
    if (used.length > TAG_NAMES_MAX)
      throw new ServiceError('VALIDATION_FAILED', `There are ${TAG_NAMES_MAX} tags already. Use one of them.`)
    if (tagWrites.length > 0)
      tagWrites.push({
        put: { key: TAG_NAMES_KEY, body: { counts: Object.fromEntries(used) } satisfies TagNames },
        seen: seenNames,
      })
    const marksWrites = group.flatMap(({ personId, marks: seen }): DocumentWrite[] => {
      const marks = changed.get(personId)
      return marks ? [{ put: marksDocument(personId, marks), seen }] : []
    })
    await documents.commit([...marksWrites, ...tagWrites, ...writes])
  }

  function readBars(keys: Iterable<string>) {
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
      const [first, ...others] = await readStoredGroup(personId)
      const own = [first, ...others].find((each) => each.personId === personId)
      if (!own?.marks) return
      const marks = own === first ? withNewFirst(first, others) : withoutMember(first, own)
      marks.set(personId, NO_MARKS)
      const bars = await readBars(own.marks.body.cashKeys ?? [])
      const lifted = bars.flatMap((bar) => (bar.stored ? [liftFor(personId, bar.stored)] : []))
      await commitMarks([first, ...others], marks, lifted)
    })
    const all = await documents.listByKey(personPk(personId))
    await documents.erase([...all.map(({ key }) => key), subjectKey(subjectOf(personId))])
  }

  return {
    find,

    /** The names of all tags in use, sorted. */
    async listTagNames(): Promise<string[]> {
      return Object.keys((await readTagNames()).counts).toSorted((one, other) => (one < other ? -1 : 1))
    },

    /** The ids of persons with a tag, sorted, after the given one. */
    async listTagged(tag: string, { limit, after }: { limit: number; after: string | undefined }) {
      const found = await documents.listByKey(tagPk(tag), { above: after, limit })
      return found.map(({ key }) => key.sk)
    },

    addNote(
      personId: string,
      note: { key: string; text: string; about: string | undefined },
      authorship: Authorship,
      writes: DocumentWrite[],
    ): Promise<void> {
      return changeMarks(personId, (group) => {
        const { key, text, about } = note
        const all = group.flatMap(({ marks }) => marks?.body.notes ?? [])
        if (all.some((each) => each.key === key)) return { marks: new Map() }
        // Persons download the notes about them, so a note is never about a whole row.
        const found = group.length > 1 ? group.find((each) => each.personId === about) : group[0]
        if (!found) throw new ServiceError('VALIDATION_FAILED', NOTE_ABOUT_REQUIRED)
        if (all.length >= NOTES_MAX)
          throw new ServiceError(
            'VALIDATION_FAILED',
            `There are ${NOTES_MAX} notes already. Remove one first.`,
          )
        const before = found.marks?.body ?? NO_MARKS
        const notes = [...before.notes, { key, text, at: authorship.at, by: nameOf(authorship) }]
        return { marks: new Map([[found.personId, { ...before, notes }]]), writes }
      })
    },

    removeNote(personId: string, noteKey: string, writes: DocumentWrite[]): Promise<void> {
      return changeMarks(personId, (group) => {
        const owner = group.find(({ marks }) => marks?.body.notes.some(({ key }) => key === noteKey))
        if (!owner?.marks) return { marks: new Map() }
        const notes = owner.marks.body.notes.filter(({ key }) => key !== noteKey)
        return { marks: new Map([[owner.personId, { ...owner.marks.body, notes }]]), writes }
      })
    },

    /** Tags are those of the whole row. A person who is separated takes along the tags from before. */
    saveTags(personId: string, tags: readonly string[], writes: DocumentWrite[]): Promise<void> {
      return changeMarks(personId, ([first, ...others]) => {
        const marks = new Map<string, Marks>()
        const kept = new Set<string>()
        for (const other of others) {
          const before = other.marks?.body ?? NO_MARKS
          const left = before.tags.filter((tag) => tags.includes(tag))
          for (const tag of left) kept.add(tag)
          if (left.length < before.tags.length)
            marks.set(other.personId, { ...before, ...withTags(left, before.rowTags) })
        }
        if (first) {
          const before = first.marks?.body ?? NO_MARKS
          const own = tags.filter((tag) => !kept.has(tag))
          const added = own.filter((tag) => !before.tags.includes(tag))
          const ofRow = others.length > 0 ? [...added, ...(before.rowTags ?? [])] : []
          marks.set(first.personId, { ...before, ...withTags(own, ofRow) })
        }
        return { marks, writes }
      })
    },

    /** From now on, the checkout takes cash on delivery from everybody in this row, or from none of them. */
    async setTakesNoCash(personId: string, takesNoCash: boolean, writes: DocumentWrite[]): Promise<void> {
      const shown = await find(personId)
      if (!shown) return
      await documents.retryConflicts(async () => {
        const group = await readStoredGroup(shown.id)
        const marks = new Map<string, Marks>()
        const barred = new Map<string, string[]>()
        for (const person of group) {
          const { personId: id } = person
          const { cashKeys: _before, ...before } = person.marks?.body ?? NO_MARKS
          const own = keysOf(person).map(({ pk }) => pk)
          for (const key of own) barred.set(key, [...(barred.get(key) ?? []), id])
          marks.set(id, takesNoCash ? { ...before, cashKeys: own } : before)
        }
        const isSame = ({ personId: id, marks: seen }: StoredPerson) =>
          JSON.stringify(seen?.body.cashKeys) === JSON.stringify(marks.get(id)?.cashKeys)
        const bars = await readBars(barred.keys())
        if (group.every(isSame) && (takesNoCash || bars.every(({ stored }) => stored === null))) return
        const cashWrites = bars.map(({ key, stored }): DocumentWrite => {
          if (!takesNoCash) return { delete: key, seen: stored }
          const { at = now().toISOString(), persons = [] } = stored?.body ?? {}
          const all = new Set([...persons, ...(barred.get(key.pk) ?? [])])
          return { put: { key, body: { at, persons: [...all] } satisfies CashBar }, seen: stored }
        })
        await commitMarks(group, marks, [...cashWrites, ...writes])
      })
    },

    /** Joins two rows, an account first. Only the desk shows the join: shoppers see their own orders only. */
    join(personId: string, otherId: string, authorship: Authorship, writes: DocumentWrite[]): Promise<void> {
      return documents.retryConflicts(async () => {
        const [one, other] = await Promise.all([readStoredGroup(personId), readStoredGroup(otherId)])
        if (one[0].personId === other[0].personId) return
        const otherGoesFirst = isGuestPerson(one[0].personId) && !isGuestPerson(other[0].personId)
        const [first, ...others] = otherGoesFirst ? [...other, ...one] : [...one, ...other]
        if (!first || others.length >= MEMBERS_MAX)
          throw new ServiceError('VALIDATION_FAILED', `A customer is joined of at most ${MEMBERS_MAX} parts`)
        const known = new Map(
          [...one, ...other]
            .flatMap(({ marks }) => marks?.body.joined ?? [])
            .map((join) => [join.personId, join]),
        )
        const { at } = authorship
        const joined = others.map(
          (each) => known.get(each.personId) ?? { personId: each.personId, at, by: nameOf(authorship) },
        )
        const marks = new Map<string, Marks>()
        for (const each of others) {
          const { joined: _joined, ...before } = each.marks?.body ?? NO_MARKS
          marks.set(each.personId, { ...before, joinedTo: first.personId })
        }
        marks.set(first.personId, { ...(first.marks?.body ?? NO_MARKS), joined })
        await commitMarks([first, ...others], marks, writes)
      })
    },

    /** Shows a joined person in a row of its own again. */
    separate(personId: string, memberId: string, writes: DocumentWrite[]): Promise<void> {
      return changeMarks(personId, (group) => {
        const [first] = group
        const member = group.find((each) => each.personId === memberId)
        if (!first || !member || member === first) return { marks: new Map() }
        return { marks: withoutMember(first, member), writes }
      })
    },

    /** The ids of the newest orders of these persons, before the given one. */
    async listOrders(
      members: readonly Person[],
      { limit, before }: { limit: number; before: string | undefined },
    ): Promise<OrderRecord[]> {
      const lists = await Promise.all(
        members.map(async ({ personId }) => {
          if (!isGuestPerson(personId)) return purchases.list(personId, { limit, before })
          const below = before === undefined ? undefined : `${ORDER_SK}${before}`
          const range = { above: ORDER_SK, below, limit, isFalling: true }
          const links = await documents.listByKey(personPk(personId), range)
          const orders = await Promise.all(links.map(({ key }) => purchases.find(orderIdOf(key))))
          return orders.filter((order) => order !== null)
        }),
      )
      return lists
        .flat()
        .toSorted((one, other) => (one.purchaseId < other.purchaseId ? 1 : -1))
        .slice(0, limit)
    },

    /** The user ids of the orders of a guest. */
    async listGuestIds(personId: string): Promise<string[]> {
      const links = await documents.listByKey<{ userId: string }>(personPk(personId), { above: ORDER_SK })
      return links.map(({ body }) => body.userId)
    },

    erase,

    /** Lets the log name the person until an erasure. */
    nameSubject(personId: string): Promise<void> {
      return documents.retryConflicts(async () => {
        const key = subjectKey(subjectOf(personId))
        const seen = await documents.get(key)
        if (!seen) await documents.commit([{ put: { key, body: { personId } }, seen }])
      })
    },

    /** The name of whom the log means; undefined after an erasure. */
    async nameOfSubject(subject: string): Promise<string | undefined> {
      const found = await documents.get<{ personId: string }>(subjectKey(subject))
      if (!found) return undefined
      const stored = await readStored(found.body.personId)
      return stored.figures?.body.newest?.name
    },

    /** What operators have written about this person alone. */
    async readMarks(personId: string): Promise<Marks> {
      const marks = (await readStored(personId)).marks?.body ?? NO_MARKS
      return { ...marks, tags: marks.tags.filter((tag) => !marks.rowTags?.includes(tag)) }
    },

    /** Forgets a guest whose last order is erased. Other orders go from the figures when they are erased. */
    async forgetGuestOf(order: OrderRecord): Promise<void> {
      const personId = personIdOf(order)
      if (personId === null || !isGuestPerson(personId)) return
      const links = await documents.listByKey(personPk(personId), { above: ORDER_SK, limit: 2 })
      if (links.every(({ key }) => orderIdOf(key) === order.purchaseId)) await erase(personId)
    },
  }
}

export type PersonStore = ReturnType<typeof createPersonStore>

function withTags(tags: readonly string[], rowTags: readonly string[] = []): Pick<Marks, 'tags' | 'rowTags'> {
  return { tags, rowTags: rowTags.filter((tag) => tags.includes(tag)) }
}

function marksDocument(personId: string, marks: Marks): NewDocument {
  return { key: { pk: personPk(personId), sk: 'marks' }, body: marks }
}

function tagPk(tag: string) {
  return `person-tag#${tag}`
}

function tagKey(tag: string, personId: string): DocumentKey {
  return { pk: tagPk(tag), sk: personId }
}

function subjectKey(subject: string): DocumentKey {
  return { pk: `person-subject#${subject}`, sk: 'person' }
}

function orderIdOf({ sk }: DocumentKey) {
  return sk.slice(ORDER_SK.length)
}

/** The keys of today's account and phone number, and those that were barred before. */
function keysOf({ personId, figures, marks }: StoredPerson): DocumentKey[] {
  const phone = figures?.body.newest?.phone
  const current = currentKeys(personId, phone)
  return uniqueKeys([...current, ...(marks?.body.cashKeys ?? []).map((pk) => cashBarKey(pk))])
}

/** Somebody may type many phone numbers; a transaction has room for some. */
const KEYS_MAX = 4

function currentKeys(personId: string, phone: string | undefined): DocumentKey[] {
  return cashKeysOf({ ...(!isGuestPerson(personId) && { accountId: personId }), phone }).slice(0, KEYS_MAX)
}

function cashKeysOfGroup(members: readonly Person[]): DocumentKey[] {
  const keys = members.flatMap(({ personId, figures: { newest }, marks: { cashKeys = [] } }) => [
    ...currentKeys(personId, newest?.phone),
    ...cashKeys.map((pk) => cashBarKey(pk)),
  ])
  return uniqueKeys(keys)
}

function uniqueKeys(keys: readonly DocumentKey[]): DocumentKey[] {
  return [...new Map(keys.map((key) => [key.pk, key])).values()]
}

function withoutMember(first: StoredPerson, { personId, marks }: StoredPerson): Map<string, Marks> {
  const { joinedTo: _joinedTo, ...own } = marks?.body ?? NO_MARKS
  const { joined = [], ...others } = first.marks?.body ?? NO_MARKS
  const left = joined.filter((join) => join.personId !== personId)
  return new Map<string, Marks>([
    [personId, own],
    [first.personId, left.length > 0 ? { ...others, joined: left } : others],
  ])
}

/** The others of a row without its first person. */
function withNewFirst(first: StoredPerson, others: readonly StoredPerson[]): Map<string, Marks> {
  const joins = first.marks?.body.joined ?? []
  const next = others.find(({ personId }) => !isGuestPerson(personId)) ?? others[0]
  const left = others.filter((other) => other !== next)
  const marks = new Map<string, Marks>()
  for (const { personId, marks: before } of left)
    if (next) marks.set(personId, { ...(before?.body ?? NO_MARKS), joinedTo: next.personId })
  if (next) {
    const { joinedTo: _joinedTo, ...own } = next.marks?.body ?? NO_MARKS
    const joined = joins.filter((join) => left.some(({ personId }) => personId === join.personId))
    marks.set(next.personId, joined.length > 0 ? { ...own, joined } : own)
  }
  return marks
}

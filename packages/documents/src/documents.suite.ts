import type { OutboxEntry } from '@nashta/outbox/outbox'
import { expect, it } from 'vitest'
import { Conflict, type Documents, type NewDocument, type Range } from './documents.ts'

export type DocumentsUnderTest = {
  documents: Documents
  /** The keys of the outbox entries. */
  outboxKeys: () => string[] | Promise<string[]>
  /** Makes every later write to the outbox fail. */
  breakOutbox: () => void
}

type Note = { text: string }

const keyOf = (sk: string) => ({ pk: 'notes#asha', sk })
const note = (sk: string, text: string, rest: Partial<NewDocument> = {}): NewDocument => ({
  key: keyOf(sk),
  body: { text },
  ...rest,
})
const mail = (key: string): OutboxEntry => ({ topic: 'mail', kind: 'note', key, payload: '{}' })

function put({ documents }: Pick<DocumentsUnderTest, 'documents'>, ...added: NewDocument[]) {
  return documents.commit(added.map((each) => ({ put: each, seen: null })))
}

const listed = (letter: string, list: string) =>
  note(`${list}-${letter}`, letter, { place: { list, place: letter } })

const LETTERS = ['b', 'a', 'd', 'c', 'e']

/** The behaviour every Documents adapter must show. */
export function documentsSuite(create: () => DocumentsUnderTest) {
  it('a document is read as it was written, with its fields in their order', async () => {
    const { documents } = create()
    expect(await documents.get(keyOf('a'))).toBeNull()
    const body = { text: 'Chips', 10: 1, 9: [null, { z: 1, a: 2 }], empty: '' }
    await put({ documents }, { key: keyOf('a'), body })
    const stored = await documents.get(keyOf('a'))
    expect(stored).toEqual({ key: keyOf('a'), version: expect.any(Number), body })
    expect(JSON.stringify(stored?.body)).toBe(JSON.stringify(body))
    expect(await documents.get({ pk: 'notes#ravi', sk: 'a' })).toBeNull()
  })

  it('a document that was added or changed since it was seen is not overwritten', async () => {
    const { documents } = create()
    await put({ documents }, note('a', 'first'))
    const seen = await documents.get<Note>(keyOf('a'))
    await expect(put({ documents }, note('a', 'other'))).rejects.toBeInstanceOf(Conflict)
    await documents.commit([{ put: note('a', 'second'), seen }])
    await expect(documents.commit([{ put: note('a', 'late'), seen }])).rejects.toBeInstanceOf(Conflict)
    await expect(documents.commit([{ delete: keyOf('a'), seen }])).rejects.toBeInstanceOf(Conflict)
    expect(await documents.get(keyOf('a'))).toMatchObject({
      version: (seen?.version ?? 0) + 1,
      body: { text: 'second' },
    })
  })

  it('a document that was deleted since it was seen is not written again', async () => {
    const { documents } = create()
    await put({ documents }, note('a', 'first'), note('b', 'first'))
    const seen = await documents.get<Note>(keyOf('a'))
    await documents.commit([{ delete: keyOf('a'), seen }])
    await documents.commit([{ delete: keyOf('b') }, { delete: keyOf('never there') }])
    await expect(documents.commit([{ put: note('a', 'late'), seen }])).rejects.toBeInstanceOf(Conflict)
    expect(await documents.listByKey('notes#asha')).toEqual([])
  })

  it('a document that was deleted and added again is another one', async () => {
    const { documents } = create()
    for (const remove of [
      () => documents.erase([keyOf('a')]),
      () => documents.commit([{ delete: keyOf('a') }]),
    ]) {
      await put({ documents }, note('a', 'first'))
      const seen = await documents.get<Note>(keyOf('a'))
      await remove()
      await put({ documents }, note('a', 'of somebody else'))
      await expect(documents.commit([{ put: note('a', 'late'), seen }])).rejects.toBeInstanceOf(Conflict)
      await expect(documents.commit([{ delete: keyOf('a'), seen }])).rejects.toBeInstanceOf(Conflict)
      await documents.erase([keyOf('a')])
    }
  })

  it('a commit writes everything or nothing', async () => {
    const { documents, outboxKeys } = create()
    await put({ documents }, note('a', 'first'))
    const seen = await documents.get<Note>(keyOf('a'))
    const refused = documents.commit(
      [
        { put: note('new', 'new'), seen: null },
        { delete: keyOf('a'), seen: null },
      ],
      [mail('refused')],
    )
    await expect(refused).rejects.toBeInstanceOf(Conflict)
    expect(await documents.get(keyOf('new'))).toBeNull()

    await documents.commit(
      [
        { put: note('new', 'new'), seen: null },
        { delete: keyOf('a'), seen },
      ],
      [mail('sent')],
    )
    expect(await documents.listByKey('notes#asha')).toMatchObject([{ key: keyOf('new') }])
    expect(await outboxKeys()).toEqual(['sent'])
  })

  it('a commit whose outbox entry cannot be stored writes nothing', async () => {
    const { documents, breakOutbox } = create()
    breakOutbox()
    const failed = documents.commit([{ put: note('a', 'first'), seen: null }], [mail('a')])
    await expect(failed).rejects.toBeInstanceOf(Error)
    expect(await documents.get(keyOf('a'))).toBeNull()
  })

  it('concurrent changes are all stored when a conflict is retried', async () => {
    const { documents } = create()
    const append = (letter: string) =>
      documents.retryConflicts(async () => {
        const seen = await documents.get<Note>(keyOf('a'))
        await documents.commit([{ put: note('a', `${seen?.body.text ?? ''}${letter}`), seen }])
      })
    await put({ documents }, note('a', ''))
    const first = await documents.get<Note>(keyOf('a'))
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(append))
    const stored = await documents.get<Note>(keyOf('a'))
    expect(stored?.body.text.split('').toSorted().join('')).toBe('abcdefgh')
    expect(stored?.version).toBe((first?.version ?? 0) + 8)
  })

  it('an error other than a conflict is not retried', async () => {
    const { documents } = create()
    let runs = 0
    const failing = documents.retryConflicts(() => {
      runs += 1
      return Promise.reject(new Error('refused'))
    })
    await expect(failing).rejects.toThrow('refused')
    expect(runs).toBe(1)
  })

  const RANGES: [Range, string][] = [
    [{}, 'abcde'],
    [{ isFalling: true }, 'edcba'],
    [{ limit: 2 }, 'ab'],
    [{ above: 'b' }, 'cde'],
    [{ below: 'd' }, 'abc'],
    [{ above: 'a', below: 'e', limit: 2 }, 'bc'],
    [{ above: 'a', below: 'e', limit: 2, isFalling: true }, 'dc'],
    [{ below: 'c', limit: 1, isFalling: true }, 'b'],
    [{ above: 'bb', below: 'dd' }, 'cd'],
    [{ above: 'd', below: 'b' }, ''],
  ]

  it.each(RANGES)('documents with the same pk are listed in the range %j', async (range, letters) => {
    const { documents } = create()
    await put({ documents }, ...LETTERS.map((letter) => note(letter, letter)))
    await put({ documents }, { key: { pk: 'notes#ravi', sk: 'c' }, body: { text: 'other' } })
    const found = await documents.listByKey<Note>('notes#asha', range)
    expect(found.map(({ body }) => body.text).join('')).toBe(letters)
  })

  it.each(RANGES)('the documents of a list are listed in the range %j', async (range, letters) => {
    const { documents } = create()
    await put({ documents }, ...LETTERS.map((letter) => listed(letter, 'open')), listed('c', 'done'))
    const found = await documents.listByPlace<Note>('open', range)
    expect(found.map(({ body }) => body.text).join('')).toBe(letters)
  })

  it('a document leaves its list when it is written with another place, without one, or deleted', async () => {
    const { documents } = create()
    await put(
      { documents },
      listed('a', 'open'),
      listed('b', 'open'),
      listed('c', 'open'),
      listed('d', 'open'),
    )
    expect(await documents.count('open')).toBe(4)
    for (const changed of [note('open-a', 'a'), note('open-b', 'b', { place: { list: 'done', place: 'b' } })])
      await documents.commit([{ put: changed, seen: await documents.get(changed.key) }])
    await documents.erase([keyOf('open-c'), keyOf('never there')])
    expect((await documents.listByPlace('open')).map(({ key }) => key.sk)).toEqual(['open-d'])
    expect((await documents.listByPlace('done')).map(({ key }) => key.sk)).toEqual(['open-b'])
    expect([await documents.count('open'), await documents.count('none')]).toEqual([1, 0])
  })

  it('an erasure deletes documents however often they have changed or are named, and may be repeated', async () => {
    const { documents } = create()
    await put({ documents }, note('a', 'first'), note('b', 'first'), note('c', 'first'))
    await documents.commit([{ put: note('a', 'second'), seen: await documents.get(keyOf('a')) }])
    for (let time = 0; time < 2; time += 1) await documents.erase([keyOf('a'), keyOf('b'), keyOf('a')])
    expect(await documents.listByKey('notes#asha')).toMatchObject([{ key: keyOf('c') }])
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROOFS } from './proofs.ts'
import { replaceFragment } from './replace-fragment.ts'

it('every proof has its own id and at least one mutation', () => {
  expect(new Set(PROOFS.map(({ id }) => id)).size).toBe(PROOFS.length)
  expect(PROOFS.filter(({ mutations }) => mutations.length === 0).map(({ id }) => id)).toEqual([])
})

const ROOT = join(import.meta.dirname, '../..')

it.each(PROOFS.flatMap(({ id, mutations }) => mutations.map((mutation) => ({ id, ...mutation }))))(
  '$id: the code that the mutation "$what" replaces occurs exactly once in its file',
  ({ file, from, to }) => {
    expect(replaceFragment(readFileSync(join(ROOT, file), 'utf8'), from, to)).not.toBeNull()
  },
)

import type { Documents } from '@nashta/documents/documents'

const KEY = { pk: 'shop', sk: 'demo-removed' }

/** Remembers that an operator has removed the demo snacks, so that no start brings them back. */
export function createDemoMark(documents: Documents) {
  return {
    isRemoved: async () => (await documents.get(KEY)) !== null,
    markRemoved: () =>
      documents.retryConflicts(async () => {
        const seen = await documents.get(KEY)
        if (!seen) await documents.commit([{ put: { key: KEY, body: {} }, seen }])
      }),
  }
}

export type DemoMark = ReturnType<typeof createDemoMark>

import type { DiskEvent } from './disk-log.ts'

export type Content = {
  /** A write or a cut. */
  apply: (change: Pick<DiskEvent, 'happening' | 'offset' | 'data'>) => void
  copy: () => Content
  bytes: () => Buffer
}

/** The bytes of a file, with room to grow. */
export function createContent(room = Buffer.alloc(0), length = 0): Content {
  function makeRoom(size: number) {
    if (size <= room.length) return
    const larger = Buffer.alloc(Math.max(size, room.length * 2))
    room.copy(larger)
    room = larger
  }

  return {
    apply({ happening, offset, data }) {
      makeRoom(offset + data.length)
      data.copy(room, offset)
      const end = offset + data.length
      if (happening === 'truncated') room.fill(0, end)
      length = happening === 'truncated' ? end : Math.max(length, end)
    },
    copy: () => createContent(Buffer.from(room), length),
    bytes: () => room.subarray(0, length),
  }
}

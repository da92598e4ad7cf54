import { itemAt } from '../shopper.ts'
import type { DiskEvent } from './watched-disk.ts'

/** `synced`: only synced data is left. `torn`: some unsynced data too, complete or in part. */
export type Leftover = 'synced' | 'torn'

/** Sector sizes: a disk writes a sector completely or not at all. */
const SECTORS = [512, 4096]

type File = { content: Content; unsynced: DiskEvent[] }
/** A change of a name: it now belongs to this file, or to none. */
type NameChange = { name: string; file: File | null }

/**
 * Replays the events of a disk up to a power cut. Syncing a file makes its content and its new names durable. The removal
 * of a name becomes durable when the folder is synced. Data of a failed sync is lost, as on Linux: the next sync does
 * not write it again.
 */
export function createPowerCut(events: readonly DiskEvent[], random: () => number) {
  const names = new Map<string, File>()
  /** The names as they are on the disk. */
  const safeNames = new Map<string, File>()
  let unsyncedNames: NameChange[] = []
  let played = 0

  function changeName(name: string, file: File | null) {
    setName(names, { name, file })
    unsyncedNames.push({ name, file })
  }

  function play(event: DiskEvent) {
    const { happening, name } = event
    const file = names.get(name)
    if (happening === 'created') changeName(name, { content: createContent(), unsynced: [] })
    else if (happening === 'unlinked') changeName(name, null)
    else if (happening === 'renamed' && file) {
      changeName(event.data.toString(), file)
      changeName(name, null)
    } else if (happening === 'written' || happening === 'truncated') file?.unsynced.push(event)
    else if (happening === 'synced' && name === '') syncNames()
    else if (happening === 'synced' && file) syncFile(file)
    else if (happening === 'sync failed' && file) file.unsynced = []
  }

  function syncNames(isSynced: (change: NameChange) => boolean = () => true) {
    for (const change of unsyncedNames.filter(isSynced)) setName(safeNames, change)
    unsyncedNames = unsyncedNames.filter((change) => !isSynced(change))
  }

  function syncFile(file: File) {
    syncNames((change) => change.file === file)
    for (const event of file.unsynced) file.content.apply(event)
    file.unsynced = []
  }

  /** The safe names, and the first few of the unsynced changes. */
  function someNames() {
    const some = new Map(safeNames)
    const count = Math.floor(random() * (unsyncedNames.length + 1))
    for (const change of unsyncedNames.slice(0, count)) setName(some, change)
    return some
  }

  function tornContent({ content, unsynced }: File) {
    const torn = content.copy()
    for (const event of unsynced) for (const part of survivingParts(event, random)) torn.apply(part)
    return torn
  }

  return {
    /** Replays the events up to `end`, which may only grow. */
    playUntil(end: number) {
      for (; played < end; played += 1) play(itemAt(events, played))
    },
    /** The files that are left after the power cut. */
    leftover(kind: Leftover, isWanted: (name: string) => boolean = () => true): Map<string, Buffer> {
      const found = kind === 'synced' ? safeNames : someNames()
      return new Map(
        [...found]
          .filter(([name]) => isWanted(name))
          .map(([name, file]) => [name, (kind === 'synced' ? file.content : tornContent(file)).bytes()]),
      )
    },
  }
}

function setName(names: Map<string, File>, { name, file }: NameChange) {
  if (file) names.set(name, file)
  else names.delete(name)
}

/** The whole write, nothing, or some of its sectors. */
function survivingParts(event: DiskEvent, random: () => number): DiskEvent[] {
  const fate = random()
  if (fate < 1 / 3) return []
  if (fate < 2 / 3 || event.happening !== 'written') return [event]
  const sector = itemAt(SECTORS, Math.floor(random() * SECTORS.length))
  const end = event.offset + event.data.length
  const parts: DiskEvent[] = []
  for (let from = event.offset; from < end;) {
    const sectorEnd = (Math.floor(from / sector) + 1) * sector
    const to = Math.min(end, sectorEnd)
    const data = event.data.subarray(from - event.offset, to - event.offset)
    if (random() < 1 / 2) parts.push({ ...event, offset: from, data })
    from = to
  }
  return parts
}

type Content = {
  /** Applies a write or a truncation. */
  apply: (change: Pick<DiskEvent, 'happening' | 'offset' | 'data'>) => void
  copy: () => Content
  bytes: () => Buffer
}

/** The bytes of a file in a growing buffer. */
function createContent(room = Buffer.alloc(0), length = 0): Content {
  function makeRoom(size: number) {
    if (size <= room.length) return
    const larger = Buffer.alloc(Math.max(size, room.length * 2))
    room.copy(larger)
    room = larger
  }

  return {
    apply({ happening, offset, data }) {
      const end = offset + data.length
      makeRoom(end)
      data.copy(room, offset)
      if (happening === 'truncated') room.fill(0, end)
      length = happening === 'truncated' ? end : Math.max(length, end)
    },
    copy: () => createContent(Buffer.from(room), length),
    bytes: () => room.subarray(0, length),
  }
}

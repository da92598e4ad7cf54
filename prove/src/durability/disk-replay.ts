import { itemAt } from '../shopper.ts'
import type { DiskEvent } from './watched-disk.ts'

/** `synced`: only synced data is left. `torn`: some unsynced data too, complete or in part. */
export type Leftover = 'synced' | 'torn'

/** Sector sizes: a disk writes a sector completely or not at all. */
const SECTORS = [512, 4096]

type File = { content: Content; unsynced: DiskEvent[] }
/** After this change, the name belongs to `file`, or to no file. */
type NameChange = { name: string; file: File | null }

/**
 * Replays the events of a disk up to a power cut. Syncing a file makes its content and its new
 * names durable. The removal of a name becomes durable when the folder is synced. As on Linux, data
 * is lost when its sync fails: the next sync does not write it again.
 */
export function createDiskReplay(events: readonly DiskEvent[], random: () => number) {
  /** The names as running programs see them. */
  const names = new Map<string, File>()
  /** The names that every power cut leaves. */
  const durableNames = new Map<string, File>()
  let unsyncedNames: NameChange[] = []
  let replayed = 0

  function changeName(name: string, file: File | null) {
    setName(names, { name, file })
    unsyncedNames.push({ name, file })
  }

  function replay(event: DiskEvent) {
    const { happening, name } = event
    const file = names.get(name)
    if (happening === 'created') changeName(name, { content: createContent(), unsynced: [] })
    else if (happening === 'unlinked') changeName(name, null)
    else if (happening === 'renamed' && file) {
      const newName = event.data.toString()
      changeName(newName, file)
      changeName(name, null)
    } else if (happening === 'written' || happening === 'truncated') file?.unsynced.push(event)
    else if (happening === 'synced' && name === '') syncNames()
    else if (happening === 'synced' && file) syncFile(file)
    else if (happening === 'sync failed' && file) file.unsynced = []
  }

  function syncNames(isSynced: (change: NameChange) => boolean = () => true) {
    for (const change of unsyncedNames.filter(isSynced)) setName(durableNames, change)
    unsyncedNames = unsyncedNames.filter((change) => !isSynced(change))
  }

  function syncFile(file: File) {
    syncNames((change) => change.file === file)
    for (const event of file.unsynced) file.content.apply(event)
    file.unsynced = []
  }

  /** The durable names after the first few unsynced changes. How many of them survive is random. */
  function survivingNames() {
    const surviving = new Map(durableNames)
    const count = Math.floor(random() * (unsyncedNames.length + 1))
    for (const change of unsyncedNames.slice(0, count)) setName(surviving, change)
    return surviving
  }

  function tornContent({ content, unsynced }: File) {
    const torn = content.copy()
    for (const event of unsynced) for (const part of survivingParts(event, random)) torn.apply(part)
    return torn
  }

  return {
    /** Replays the events before the index `end`, which must not be lower than in earlier calls. */
    replayUntil(end: number) {
      for (; replayed < end; replayed += 1) replay(itemAt(events, replayed))
    },
    /** The files that are left after the power cut. */
    filesLeft(kind: Leftover, isWanted: (name: string) => boolean = () => true): Map<string, Buffer> {
      const found = kind === 'synced' ? durableNames : survivingNames()
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

/** The bytes of a file: the first `length` bytes of a growing buffer. The rest of it is zeros. */
function createContent(buffer = Buffer.alloc(0), length = 0): Content {
  function growTo(size: number) {
    if (size <= buffer.length) return
    const larger = Buffer.alloc(Math.max(size, buffer.length * 2))
    buffer.copy(larger)
    buffer = larger
  }

  return {
    apply({ happening, offset, data }) {
      const end = offset + data.length
      growTo(end)
      data.copy(buffer, offset)
      if (happening === 'truncated') buffer.fill(0, end)
      length = happening === 'truncated' ? end : Math.max(length, end)
    },
    copy: () => createContent(Buffer.from(buffer), length),
    bytes: () => buffer.subarray(0, length),
  }
}

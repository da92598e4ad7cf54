import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { COSTLY_PICTURES, plainPicture, plainPng } from '@nashta/images/pictures.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { createAdmin, createShopper, createShoppers, donutOrder, itemAt, type Shopper } from '../shopper.ts'

const ATTACKERS = 3
const HONEST_UPLOADS = 6
/** The store may use this much CPU time for a costly picture, on average. */
const CPU_SECONDS_MAX = 0.3
/** A process that was killed ends in less time. */
const END_MS = 500
/**
 * Times are judged in runs of this size and larger. Smaller runs check counts and CPU time only,
 * because a busy machine distorts times.
 */
const TIMED_SIZE_MIN = 60

export const costlyPictures: Proof = {
  id: 'S26',
  test: 'Small files that take a decoder seconds and hundreds of megabytes are uploaded as pictures',
  sizes: { quick: 12, short: 60, nightly: 600 },
  unit: 'pictures',
  whyNot: () => (process.platform === 'linux' ? null : 'needs the CPU times in /proc'),
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url, child } = await context.startStore({ DATA_DIR: dataFolder })
    const pid = child.pid ?? 0
    const files = await Promise.all(
      COSTLY_PICTURES.map(async ([name, make]) => ({ name, bytes: await make() })),
    )
    const photo = await plainPicture(4000, 3000).jpeg().toBuffer()
    const honest = await createUpload(url, await createShopper(url))
    const attackers = await Promise.all(
      (await createShoppers(url, ATTACKERS)).map((shopper) => createUpload(url, shopper)),
    )
    const accepted = new Set<string>()
    const attack = async (uploads: number) => {
      for (let index = 0; index < uploads; index += 1) {
        const { name, bytes } = itemAt(files, index)
        const status = await itemAt(attackers, index)(bytes)
        if (status !== 400) accepted.add(`${name}: ${status ?? 'no response'}`)
      }
    }

    const cpuBefore = cpuSecondsOf(pid)
    await attack(size)
    const cpuSeconds = (cpuSecondsOf(pid) - cpuBefore) / size
    const alone = await timeUploads(honest, photo)
    const attacks = Promise.all(attackers.map(() => attack(size)))
    const beside = await timeUploads(honest, photo)
    await attacks
    const slowdown = medianOf(beside.times) / medianOf(alone.times)

    // Judged first: if the store has died of a picture, the next calls fail without a reason.
    expectFigures({
      'costly pictures that were not refused': [[...accepted].slice(0, 3).join('; '), ''],
    })
    const memoryStatus = await uploadLargestAvif(url, await createAdmin(url, dataFolder))
    const left = await countChildrenOfGoneCaller(url, pid)
    expectFigures({
      'honest pictures that were refused': [alone.refused + beside.refused, 0],
      'CPU time of a costly picture is too long': [cpuSeconds > CPU_SECONDS_MAX, false],
      'the response to a picture that needs too much memory': [memoryStatus, 400],
      'processes that decode for a caller who has gone': [left, 0],
      'the median of honest uploads more than doubled': [size >= TIMED_SIZE_MIN && slowdown > 2, false],
    })
    return `${size * (1 + ATTACKERS)} costly pictures of ${files.length} kinds refused, ${cpuSeconds.toFixed(3)} s of CPU time each; ${2 * HONEST_UPLOADS} honest uploads stored, beside the costly ones in ${slowdown.toFixed(2)} times the usual time; a picture beyond the memory and one whose caller had gone were ended`
  },
  mutations: [
    {
      what: 'a JPEG may have any number of scans',
      file: 'packages/images/src/picture-header.ts',
      from: 'if (scans > SCANS_MAX) throw tooCostlyError()',
      to: '',
    },
    {
      what: 'a picture may have any edge',
      file: 'packages/images/src/picture-header.ts',
      from: 'if (Math.max(width, height) > EDGE_MAX)',
      to: 'if (width < 0)',
    },
    {
      what: 'a decoder may use any amount of CPU time and memory',
      file: 'packages/images/src/decode-program.ts',
      from: "if (isTooSlow || isTooLarge) process.kill(process.pid, 'SIGKILL')",
      to: 'void [isTooSlow, isTooLarge]',
    },
    {
      what: 'a decoder goes on after its caller has gone',
      file: 'packages/images/src/decode-picture.ts',
      from: "    signal,\n    killSignal: 'SIGKILL',",
      to: "    killSignal: 'SIGKILL',",
    },
  ],
}

/** Resolves with the status, or with null when there was no response. */
type Upload = (bytes: Buffer) => Promise<number | null>

/** Orders snacks, asks for help, and returns a function that adds a picture to the request. */
async function createUpload(url: string, shopper: Shopper): Promise<Upload> {
  const path = await createTicket(shopper)
  return async (bytes) => {
    const sent = fetch(`${url}${SHOP_API_BASE}${path}/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shopper.accessToken}` },
      body: new Uint8Array(bytes),
    })
    const response = await sent.catch(() => null)
    await response?.body?.cancel()
    return response?.status ?? null
  }
}

/** Returns the path of the new request for help. */
async function createTicket(shopper: Shopper) {
  const order = await shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(1))
  const { data } = order.body as { data: { purchaseId: string } }
  const path = `/purchases/order/${data.purchaseId}/help`
  const ticket = await shopper.call('POST', path, { kind: 'damaged', text: 'The box was open' })
  return `${path}/${(ticket.body as { data: { number: string } }).data.number}`
}

async function timeUploads(upload: Upload, photo: Buffer) {
  const times: number[] = []
  let refused = 0
  for (let count = 0; count < HONEST_UPLOADS; count += 1) {
    const started = performance.now()
    if ((await upload(photo)) !== 201) refused += 1
    times.push(performance.now() - started)
  }
  return { times, refused }
}

/** The CPU time of the process and of its child processes that have ended. */
function cpuSecondsOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may have spaces. The fields after it begin with field 3.
  // Fields 14 to 17 are the CPU times.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const TICKS_PER_SECOND = 100
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

/** A decoder of AVIF needs about 1 GB for the largest picture, whose file has 1 kB. */
async function uploadLargestAvif(url: string, admin: Shopper) {
  const response = await fetch(`${url}${SHOP_API_BASE}/admin/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.accessToken}` },
    body: new Uint8Array(await plainPicture(8000, 6500).avif({ effort: 0 }).toBuffer()),
  })
  return response.status
}

/** Sends a picture that takes seconds to decode, and disconnects as soon as it is being decoded. */
async function countChildrenOfGoneCaller(url: string, pid: number) {
  const shopper = await createShopper(url)
  const path = await createTicket(shopper)
  const before = countChildren(pid)
  const sending = request(`${url}${SHOP_API_BASE}${path}/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shopper.accessToken}` },
  })
  sending.on('error', () => {}).end(plainPng(5000, 5000, { depth: 16, isInterlaced: true }))
  while (countChildren(pid) === before) await sleep(1)
  sending.destroy()
  await sleep(END_MS)
  return countChildren(pid) - before
}

function countChildren(pid: number) {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder).flatMap((thread) =>
    readFileSync(`${folder}/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  ).length
}

function medianOf(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Does the work that many times, never more than so many at once. */
export async function inTurns(times: number, atOnce: number, work: (turn: number) => Promise<unknown>) {
  let next = 0
  async function takeTurns() {
    for (let turn = next++; turn < times; turn = next++) await work(turn)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, takeTurns))
}

/** Runs `task` the given number of times, at most `concurrency` of them at once. */
export async function runConcurrently(
  times: number,
  concurrency: number,
  task: (index: number) => Promise<unknown>,
) {
  let next = 0
  async function work() {
    for (let index = next++; index < times; index = next++) await task(index)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, times) }, work))
}

import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

let printedErrors: MockInstance
let printedWarnings: MockInstance

beforeEach(() => {
  printedErrors = vi.spyOn(console, 'error')
  printedWarnings = vi.spyOn(console, 'warn')
})

/** A warning nobody reads is a fault nobody mends. */
afterEach(() => {
  for (const printed of [printedErrors, printedWarnings]) {
    if (printed.mock.calls.length > 0) throw new Error(`The console said: ${String(printed.mock.calls[0])}`)
  }
})

import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

let printedErrors: MockInstance
let printedWarnings: MockInstance

beforeEach(() => {
  printedErrors = vi.spyOn(console, 'error')
  printedWarnings = vi.spyOn(console, 'warn')
})

/** A test fails when the code under test prints an error or a warning. */
afterEach(() => {
  for (const printed of [printedErrors, printedWarnings]) {
    if (printed.mock.calls.length > 0) throw new Error(`The console said: ${String(printed.mock.calls[0])}`)
  }
})

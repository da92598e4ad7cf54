/** What a process has used since it began. */
export type Usage = { cpuMicros: number; memoryBytes: number }

export const USAGE_QUESTION = 'usage'

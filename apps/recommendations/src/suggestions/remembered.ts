import { createRecent } from '@nashta/service-kit/responses/recent'
import type { Window } from '../training/start-trainer.ts'

const SHOPPERS_MAX = 10_000

/** All that an answer depends on, besides what the shopper did. */
export type Moment = { window: Window; day: string; limit: number }

export type Remembered<Answer> = ReturnType<typeof createRemembered<Answer>>

/** The last answer to each shopper, until they do something. */
export function createRemembered<Answer>() {
  const recent = createRecent<{ moment: Moment; answer: Answer }>({ max: SHOPPERS_MAX })

  return {
    get(userId: string, { window, day, limit }: Moment): Answer | undefined {
      const last = recent.get(userId)
      if (last?.moment.window !== window || last.moment.day !== day || last.moment.limit !== limit)
        return undefined
      return last.answer
    },
    set(userId: string, moment: Moment, answer: Answer) {
      recent.set(userId, { moment, answer })
    },
    forget: (userId: string) => recent.forget(userId),
  }
}

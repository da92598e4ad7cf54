import * as z from 'zod/mini'
import type { Endpoint } from '../../api/endpoint.ts'
import { dataReply } from '../../api/reply.ts'
import { amountSchema, openEnum } from '../../fields.ts'
import { FIRST_HOUR_STEPS } from '../../shop/first-hour.ts'
import { OPENING_STEPS } from '../../shop/shop-texts.ts'

/** The open work and the sales figures. A packer's reply has no revenue. */
export const getToday = {
  method: 'GET',
  path: '/admin/today',
  access: 'admin',
  summary: 'How many orders wait for which work, 14 days of orders and revenue, and today by hour',
  reply: dataReply(
    z.object({
      /** The number of orders in each of these work states. */
      work: z.object({
        confirm: z.int(),
        findPayment: z.int(),
        pack: z.int(),
        handOver: z.int(),
        problem: z.int(),
        onTheWay: z.int(),
        waiting: z.int(),
      }),
      /** What an operator must do before the shop takes orders. Empty for a shop that takes orders. */
      openingSteps: z.array(openEnum(OPENING_STEPS)),
      /** The steps of an owner's first hour; missing once all are done, and for those who cannot do them. */
      firstHour: z.optional(z.array(z.object({ step: openEnum(FIRST_HOUR_STEPS), isDone: z.boolean() }))),
      /** How many demo snacks the catalogue has. */
      demoSnacks: z._default(z.int(), 0),
      /** The number of products that are low in stock. */
      lowStock: z.int(),
      openTickets: z.int(),
      /** Oldest first. The last day is today in India. Cancelled orders do not count. */
      days: z.array(z.object({ date: z.string(), orders: z.int(), revenue: z.optional(amountSchema) })),
      /** 24 numbers: the orders in each hour of today. */
      today: z.array(z.int()),
      /** 24 numbers: the orders in each hour of the same weekday a week ago. */
      weekAgo: z.array(z.int()),
    }),
  ),
  status: 200,
  weight: 5,
} as const satisfies Endpoint

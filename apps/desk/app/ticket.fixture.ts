import type { AdminTicket } from '@nashta/contracts/tickets/ticket'

/** An open complaint. */
export function aTicket(): AdminTicket {
  return {
    number: 'T1',
    status: 'open',
    acknowledgeBy: '2026-03-10T12:00:00.000Z',
    resolveBy: '2026-03-31T12:00:00.000Z',
    createdAt: '2026-03-08T12:00:00.000Z',
    orderNumber: '',
    isAboutOrder: false,
    text: 'The laddoos are broken',
    pictures: [],
    name: 'Asha',
    email: 'asha@example.in',
    steps: [],
  }
}

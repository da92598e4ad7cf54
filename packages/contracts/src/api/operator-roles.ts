import type { Endpoint } from './endpoint.ts'

/** The roles of operators. Each is a group of the user pool. */
export const OPERATOR_ROLES = ['admin', 'manager', 'packer', 'shipper', 'accountant'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** What people call each role, and what it includes. */
export const ROLE_TEXTS: Readonly<Record<OperatorRole, { name: string; includes: string }>> = {
  admin: { name: 'administrator', includes: 'everything' },
  manager: { name: 'manager', includes: 'everything except settings and staff' },
  packer: { name: 'packer', includes: 'reads Today and orders in work, packs and prints them' },
  shipper: {
    name: 'packer who ships',
    includes:
      'reads Today and orders in work, packs and prints them, hands parcels over, enters tracking numbers',
  },
  accountant: {
    name: 'accountant',
    includes:
      'reads Today, orders, figures, the value of the stock, the cash of couriers and the log; saves lists as files; makes and prints bills, files the tax return',
  },
}

/** The account of the last administrator cannot be deleted, and the role cannot be taken away at the desk. */
export const LAST_ADMIN_STAYS =
  'This is the only administrator of the shop. Please make somebody else an administrator first'

/** The roles that see every field of every order. The others see no money, and people only while their order is in work. */
const ROLES_THAT_SEE_EVERYTHING: readonly OperatorRole[] = ['admin', 'manager', 'accountant']

/** Whether a member of these groups sees every field of every order. One role is enough. */
export function seesEverything(groups: readonly string[]): boolean {
  return ROLES_THAT_SEE_EVERYTHING.some((role) => groups.includes(role))
}

/** Whether a member of these groups of the user pool is an operator. One role is enough. */
export function isOperator(groups: readonly string[]): boolean {
  return OPERATOR_ROLES.some((role) => groups.includes(role))
}

/**
 * The roles that may make each call for operators. The role `admin` is not listed, because it may
 * make every call. Calls that are not listed are for admins only: they are about the shop's record
 * and the roles of operators.
 */
export const ROLES_BY_CALL: Readonly<Record<string, readonly OperatorRole[]>> = {
  'POST /products': ['manager'],
  'PUT /products/:id': ['manager'],
  'DELETE /products/:id': ['manager'],
  'PUT /purchases/order/:orderId/status': ['manager'],
  'POST /admin/orders/:orderId/confirm': ['manager'],
  'POST /admin/orders/:orderId/revive': ['manager'],
  'POST /admin/orders/:orderId/payments': ['manager'],
  'POST /admin/orders/:orderId/not-paid': ['manager'],
  'POST /admin/orders/:orderId/refund': ['manager'],
  'POST /admin/orders/:orderId/refunds/:refundId': ['manager'],
  'POST /admin/orders/:orderId/refunds/:refundId/retry': ['manager'],
  'GET /admin/orders': ['manager', 'packer', 'shipper', 'accountant'],
  'POST /admin/orders': ['manager'],
  'POST /admin/orders/quote': ['manager'],
  'GET /admin/orders/pack-queue': ['manager', 'packer', 'shipper'],
  'POST /admin/orders/bulk': ['manager', 'packer', 'shipper'],
  'GET /admin/orders/print': ['manager', 'packer', 'shipper'],
  'GET /admin/orders/:orderId': ['manager', 'packer', 'shipper', 'accountant'],
  'GET /admin/bills/print': ['manager', 'accountant'],
  'POST /admin/orders/:orderId/bills': ['manager', 'accountant'],
  'GET /admin/orders/:orderId/bills/:bill': ['manager', 'accountant'],
  'POST /admin/orders/:orderId/edits/try': ['manager'],
  'POST /admin/orders/:orderId/edits': ['manager'],
  'POST /admin/orders/:orderId/edits/take-back': ['manager'],
  'POST /admin/orders/:orderId/pack': ['manager', 'packer', 'shipper'],
  'POST /admin/orders/:orderId/ship': ['manager', 'shipper'],
  'POST /admin/orders/:orderId/parcels': ['manager', 'shipper'],
  'POST /admin/orders/:orderId/deliver': ['manager'],
  'POST /admin/orders/:orderId/undelivered': ['manager'],
  'POST /admin/orders/:orderId/cancel': ['manager'],
  'POST /admin/orders/:orderId/goods': ['manager'],
  'POST /admin/orders/:orderId/replacement': ['manager'],
  'POST /admin/orders/:orderId/note': ['manager'],
  'POST /admin/orders/:orderId/mails': ['manager'],
  'GET /admin/mails/:kind': ['manager'],
  'GET /admin/today': ['manager', 'packer', 'shipper', 'accountant'],
  'GET /admin/bell': ['manager', 'packer', 'shipper', 'accountant'],
  'PUT /admin/bell': ['manager', 'packer', 'shipper', 'accountant'],
  'GET /admin/push': ['manager', 'packer', 'shipper', 'accountant'],
  'POST /admin/push': ['manager', 'packer', 'shipper', 'accountant'],
  'DELETE /admin/push/:deviceId': ['manager', 'packer', 'shipper', 'accountant'],
  'GET /admin/customers': ['manager'],
  'GET /admin/customers/:customerId': ['manager'],
  'PUT /admin/customers/:customerId': ['manager'],
  'POST /admin/customers/:customerId/notes': ['manager'],
  'DELETE /admin/customers/:customerId/notes/:noteId': ['manager'],
  'POST /admin/customers/:customerId/join': ['manager'],
  'POST /admin/customers/:customerId/separate': ['manager'],
  'POST /admin/customers/:customerId/erase': ['manager'],
  'GET /admin/files/customers': ['manager'],
  'GET /admin/files/newsletter': ['manager'],
  'GET /admin/tickets': ['manager'],
  'GET /admin/tickets/:id': ['manager'],
  'POST /admin/tickets/close': ['manager'],
  'POST /admin/tickets/:id/acknowledge': ['manager'],
  'POST /admin/tickets/:id/reply': ['manager'],
  'POST /admin/tickets/:id/close': ['manager'],
  'GET /admin/tickets/:id/pictures/:pictureId': ['manager'],
  'GET /admin/ratings': ['manager'],
  'GET /admin/ratings/:ratingId/pictures/:pictureId': ['manager'],
  'POST /admin/ratings/:ratingId/hide': ['manager'],
  'POST /admin/ratings/:ratingId/show': ['manager'],
  'POST /admin/ratings/:ratingId/answer': ['manager'],
  'POST /admin/products/remove-demo': ['manager'],
  'GET /admin/products/grid': ['manager'],
  'PUT /admin/products/grid': ['manager'],
  'POST /admin/products/import': ['manager'],
  'POST /admin/products/undo': ['manager'],
  'GET /admin/products/:id': ['manager'],
  'GET /admin/products/:id/stock': ['manager'],
  'POST /admin/products/:id/stock': ['manager'],
  'GET /admin/courier-cash': ['manager', 'accountant'],
  'GET /admin/courier-cash/table': ['manager', 'accountant'],
  'POST /admin/courier-cash/payments': ['manager'],
  'POST /admin/courier-cash/payments/:paymentId/undo': ['manager'],
  'GET /admin/products/:id/batch': ['manager'],
  'GET /admin/products/:id/batch/orders': ['manager'],
  'POST /admin/products/:id/recalls': ['manager'],
  'POST /admin/pictures': ['manager'],
  'GET /admin/shelves': ['manager'],
  'PUT /admin/shelves': ['manager'],
  'GET /admin/searches': ['manager'],
  'GET /admin/synonyms': ['manager'],
  'PUT /admin/synonyms': ['manager'],
  'GET /admin/offers': ['manager'],
  'PUT /admin/offers/:offerId': ['manager'],
  'POST /admin/offers/:offerId/state': ['manager'],
  'DELETE /admin/offers/:offerId': ['manager'],
  'POST /admin/offers/try': ['manager'],
  'GET /admin/menus': ['manager'],
  'PUT /admin/menus': ['manager'],
  'GET /admin/home': ['manager'],
  'PUT /admin/home': ['manager'],
  'POST /admin/home/undo': ['manager'],
  'DELETE /admin/home/scheduled': ['manager'],
  'GET /admin/figures': ['manager', 'accountant'],
  'GET /admin/figures/:table': ['manager', 'accountant'],
  'GET /admin/returns/:month': ['manager', 'accountant'],
  'GET /admin/returns/:month/gstr1': ['manager', 'accountant'],
  'GET /admin/returns/:month/sheets/:sheet': ['manager', 'accountant'],
  'GET /admin/returns/:month/bills': ['manager', 'accountant'],
  'GET /admin/returns/:month/papers': ['manager', 'accountant'],
  'POST /admin/returns/:month/close': ['manager', 'accountant'],
  'GET /admin/log': ['manager', 'accountant'],
  'GET /admin/stock-value': ['manager', 'accountant'],
  'GET /admin/exports/stock-value': ['manager', 'accountant'],
  'GET /admin/exports/products': ['manager', 'accountant'],
  'GET /admin/exports/orders': ['manager', 'accountant'],
  'GET /admin/exports/order-lines': ['manager', 'accountant'],
  'GET /admin/exports/stock': ['manager', 'accountant'],
  'GET /admin/exports/offers': ['manager', 'accountant'],
  'GET /admin/exports/log': ['manager', 'accountant'],
}

type Call = Pick<Endpoint, 'method' | 'path'>

/** The roles that may make a call for operators. */
export function rolesFor({ method, path }: Call): OperatorRole[] {
  return ['admin', ...(ROLES_BY_CALL[`${method} ${path}`] ?? [])]
}

/** Whether a member of these groups of the user pool may make a call for operators. */
export function mayCall(groups: readonly string[], call: Call): boolean {
  return rolesFor(call).some((role) => groups.includes(role))
}

import type { MailKind } from '@nashta/contracts/mails/mails'
import {
  type CodeData,
  confirmationCode,
  emailChanged,
  type EmailChangedData,
  emailChangeUndone,
  type EmailChangeUndoneData,
  emailCode,
  type LostRolesData,
  newAdmin,
  type InvitationData,
  type NoticeData,
  type OperatorData,
  operatorInvitation,
  operatorJoined,
  type OperatorJoinedData,
  operatorLostRoles,
  passwordChanged,
  passwordResetCode,
  secondFactorOff,
  secondFactorOn,
  secondFactorReplaced,
  type ResetData,
} from './templates/account-mails.ts'
import { bell, type BellData } from './templates/bell-mail.ts'
import { orderEdited, orderEditUndone, orderRestPaid } from './templates/edit-mails.ts'
import { layOutMail, type MailContent, type MailParts, type Sender } from './templates/layout.ts'
import { newsletterConfirm, type NewsletterData } from './templates/newsletter-mail.ts'
import { type OrderData } from './templates/order-mail.ts'
import {
  orderCancelled,
  orderConfirmed,
  orderDelivered,
  orderNotDelivered,
  orderParcel,
  orderPaymentNotFound,
  orderRecalled,
  orderReplacement,
  orderShipped,
  orderToConfirm,
} from './templates/order-mails.ts'
import {
  ratingAsk,
  type RatingAskData,
  ratingHidden,
  type RatingHiddenData,
  ratingShown,
  type RatingShownData,
} from './templates/rating-mails.ts'
import { refundDone, refundFailed, refundStarted } from './templates/refund-mails.ts'
import {
  stockAlert,
  stockAlertConfirm,
  type StockAlertConfirmData,
  type StockAlertData,
} from './templates/stock-alert-mails.ts'
import {
  ticketAcknowledged,
  ticketClosed,
  ticketReceived,
  type TicketReceivedData,
  ticketReplied,
  type TicketStepData,
} from './templates/ticket-mails.ts'

type MailData = {
  'order-confirm-cash': OrderData
  'order-confirmed': OrderData
  'order-edited': OrderData
  'order-rest-paid': OrderData
  'order-edit-undone': OrderData
  'order-replacement': OrderData
  'order-shipped': OrderData
  'order-parcel': OrderData
  'order-not-delivered': OrderData
  'order-delivered': OrderData
  'order-cancelled': OrderData
  'order-payment-not-found': OrderData
  'order-refund-started': OrderData
  'order-refund-done': OrderData
  'order-refund-failed': OrderData
  'order-recalled': OrderData
  bell: BellData
  'newsletter-confirm': NewsletterData
  'stock-alert-confirm': StockAlertConfirmData
  'stock-alert': StockAlertData
  'rating-ask': RatingAskData
  'rating-hidden': RatingHiddenData
  'rating-shown': RatingShownData
  'ticket-received': TicketReceivedData
  'ticket-acknowledged': TicketStepData
  'ticket-replied': TicketStepData
  'ticket-closed': TicketStepData
  'confirmation-code': CodeData
  'password-reset-code': ResetData
  'email-code': CodeData
  'password-changed': NoticeData
  'email-changed': EmailChangedData
  'email-change-undone': EmailChangeUndoneData
  'operator-lost-roles': LostRolesData
  'new-admin': OperatorData
  'operator-invitation': InvitationData
  'operator-joined': OperatorJoinedData
  'second-factor-on': NoticeData
  'second-factor-off': NoticeData
  'second-factor-replaced': NoticeData
}

const TEMPLATES: { [Kind in MailKind]: (data: MailData[Kind], shop: Sender) => MailParts } = {
  'order-confirm-cash': orderToConfirm,
  'order-confirmed': orderConfirmed,
  'order-edited': orderEdited,
  'order-rest-paid': orderRestPaid,
  'order-edit-undone': orderEditUndone,
  'order-replacement': orderReplacement,
  'order-shipped': orderShipped,
  'order-parcel': orderParcel,
  'order-not-delivered': orderNotDelivered,
  'order-delivered': orderDelivered,
  'order-cancelled': orderCancelled,
  'order-payment-not-found': orderPaymentNotFound,
  'order-refund-started': refundStarted,
  'order-refund-done': refundDone,
  'order-refund-failed': refundFailed,
  'order-recalled': orderRecalled,
  bell,
  'newsletter-confirm': newsletterConfirm,
  'stock-alert-confirm': stockAlertConfirm,
  'stock-alert': stockAlert,
  'rating-ask': ratingAsk,
  'rating-hidden': ratingHidden,
  'rating-shown': ratingShown,
  'ticket-received': ticketReceived,
  'ticket-acknowledged': ticketAcknowledged,
  'ticket-replied': ticketReplied,
  'ticket-closed': ticketClosed,
  'confirmation-code': confirmationCode,
  'password-reset-code': passwordResetCode,
  'email-code': emailCode,
  'password-changed': passwordChanged,
  'email-changed': emailChanged,
  'email-change-undone': emailChangeUndone,
  'operator-lost-roles': operatorLostRoles,
  'new-admin': newAdmin,
  'operator-invitation': operatorInvitation,
  'operator-joined': operatorJoined,
  'second-factor-on': secondFactorOn,
  'second-factor-off': secondFactorOff,
  'second-factor-replaced': secondFactorReplaced,
}

export type OrderMailKind = Extract<MailKind, `order-${string}`>

export function isOrderMailKind(kind: string): kind is OrderMailKind {
  return kind.startsWith('order-') && kind in TEMPLATES
}

/** The data of a mail, and the template that it is rendered with. */
export type MailMessage<Kind extends MailKind = MailKind> = {
  [K in Kind]: { kind: K; data: MailData[K] }
}[Kind]

/**
 * A mail before it is rendered, which is about a tenth as large. The mailbox stores this form,
 * because more mails are stored there than anybody reads.
 */
export type UnrenderedContent = { message: MailMessage; sender: Sender }

export function renderContent(content: MailContent | UnrenderedContent): MailContent {
  return 'message' in content ? layOutMail(partsOf(content.message, content.sender), content.sender) : content
}

export function partsOf<Kind extends MailKind>({ kind, data }: MailMessage<Kind>, sender: Sender) {
  return TEMPLATES[kind](data, sender)
}

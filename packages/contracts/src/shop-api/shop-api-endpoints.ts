import { addAddress, listAddresses, removeAddress, updateAddress } from '../addresses/addresses.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { getBell, setBell } from '../bell/bell.ts'
import { addCartItem, clearCart, getCart, mergeCart, removeCartItem, setCartItem } from '../cart/cart.ts'
import { removeDemoSnacks } from '../catalogue/demo-snacks.ts'
import { importProducts } from '../catalogue/import-products.ts'
import { getProductForDesk, readGrid, saveGrid } from '../catalogue/product-grid.ts'
import { createProduct, deleteProduct, updateProduct } from '../catalogue/product-writes.ts'
import { getProduct, listProducts } from '../catalogue/product.ts'
import { recordView } from '../catalogue/view.ts'
import { getPincode } from '../delivery/pincode.ts'
import { getFigures, getFigureTable } from '../figures/figures.ts'
import {
  exportLog,
  exportOffers,
  exportOrderLines,
  exportOrders,
  exportProducts,
  exportStock,
} from '../files/exports.ts'
import { previewMail } from '../mails/mails.ts'
import {
  confirmNewsletter,
  subscribeByForm,
  subscribeNewsletter,
  unsubscribeNewsletter,
} from '../newsletter/newsletter.ts'
import { listOffers, removeOffer, saveOffer, setOfferState, tryOffer } from '../offers/offers.ts'
import { getPriceTerms } from '../offers/price-terms.ts'
import { listLog } from '../operators/operator-log.ts'
import {
  grantRole,
  inviteOperator,
  listOperators,
  revokeRole,
  withdrawInvitation,
} from '../operators/operators.ts'
import { getBill, getBillAtDesk, getLinkedBill, makeBill, printBills } from '../orders/bills.ts'
import { bulkOrders, printOrders } from '../orders/desk/bulk-orders.ts'
import { eraseCustomer, getCustomer, listCustomers } from '../orders/desk/customers.ts'
import { getOrderForDesk } from '../orders/desk/desk-order.ts'
import {
  addOrderNote,
  sendOrderMail,
  cancelOrderByShop,
  deliverOrder,
  packOrder,
  saveParcel,
  reportUndelivered,
  settleGoods,
  shipOrder,
  closeClaim,
  confirmPaid,
  recordPayment,
  refundOrder,
  retryRefund,
  reviveOrder,
  settleRefund,
} from '../orders/desk/order-calls.ts'
import { listOrders, listPackQueue } from '../orders/desk/order-list.ts'
import { getToday } from '../orders/desk/today.ts'
import { findGuestOrder, placeGuestOrder } from '../orders/guest-order.ts'
import {
  addHelpPicture,
  addLinkedHelpPicture,
  getHelpPicture,
  getLinkedHelpPicture,
  getTicketPicture,
} from '../orders/help-picture.ts'
import { cancelOrder, claimPaid } from '../orders/order-actions.ts'
import {
  helpWithLinkedOrder,
  helpWithOrder,
  listLinkedTickets,
  listOrderTickets,
} from '../orders/order-help.ts'
import {
  cancelLinkedOrder,
  claimLinkedOrder,
  claimLinkedPaid,
  confirmLinkedOrder,
  getLinkedOrder,
  renewOrderLink,
} from '../orders/order-link.ts'
import { getPaymentMethods } from '../orders/payment-methods.ts'
import { getPurchase, listPurchases, placePurchase, setOrderStatus } from '../orders/purchase.ts'
import {
  addDeskPushDevice,
  addLinkedPushDevice,
  addPushDevice,
  listDeskPushDevices,
  listLinkedPushDevices,
  listPushDevices,
  removeDeskPushDevice,
  removeLinkedPushDevice,
  removePushDevice,
} from '../push/push.ts'
import {
  addLinkedRatingPicture,
  addRatingPicture,
  answerRating,
  findHelpful,
  getLinkedRating,
  getOwnRating,
  getRatingPicture,
  hideRating,
  listRatings,
  listRatingsAtDesk,
  objectToHiding,
  objectToLinkedHiding,
  removeLinkedRating,
  removeRating,
  saveLinkedRating,
  saveRating,
  showRating,
  stopRatingMails,
} from '../ratings/ratings.ts'
import {
  closeReturn,
  getReturn,
  getReturnJson,
  getReturnPapers,
  getReturnSheet,
  listReturnBills,
} from '../returns/gst-return.ts'
import {
  connectMail,
  connectRazorpay,
  disconnectMail,
  getConnections,
  offerRazorpay,
  sendTestMail,
} from '../shop/connections.ts'
import { getShop, getShopAtDesk, updateShop } from '../shop/shop.ts'
import { changeStock, getStockHistory } from '../stock/stock.ts'
import { getHome, publishHome, undoHome, unscheduleHome } from '../storefront/home.ts'
import { getMenus, saveMenus } from '../storefront/menus.ts'
import { getShelves, saveShelves } from '../storefront/shelves.ts'
import { getStorefront } from '../storefront/storefront.ts'
import {
  acknowledgeTicket,
  closeTicket,
  closeTickets,
  createTicket,
  getTicket,
  getTicketAtDesk,
  listTickets,
  replyToTicket,
} from '../tickets/ticket.ts'
import { eraseAccount, exportAccount } from './account-data.ts'

/**
 * All endpoints of the Shop API. Its routes and its reference must match them. Uploads of product
 * pictures go to another app, so they are not listed. Endpoints with `Linked` in their name find
 * the order by the token of the link in its mails.
 */
export const shopApiEndpoints = {
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  getCart,
  addCartItem,
  setCartItem,
  mergeCart,
  removeCartItem,
  clearCart,
  placePurchase,
  listPurchases,
  getPurchase,
  setOrderStatus,
  getBill,
  getLinkedBill,
  getBillAtDesk,
  makeBill,
  printBills,
  getFigures,
  getFigureTable,
  exportProducts,
  exportOrders,
  exportOrderLines,
  exportStock,
  exportOffers,
  exportLog,
  importProducts,
  getReturn,
  getReturnJson,
  getReturnSheet,
  listReturnBills,
  getReturnPapers,
  closeReturn,
  cancelOrder,
  claimPaid,
  confirmPaid,
  reviveOrder,
  recordPayment,
  closeClaim,
  refundOrder,
  retryRefund,
  settleRefund,
  listOrders,
  listPackQueue,
  bulkOrders,
  printOrders,
  getOrderForDesk,
  packOrder,
  shipOrder,
  saveParcel,
  deliverOrder,
  reportUndelivered,
  cancelOrderByShop,
  settleGoods,
  addOrderNote,
  sendOrderMail,
  getToday,
  removeDemoSnacks,
  listCustomers,
  getCustomer,
  eraseCustomer,
  placeGuestOrder,
  findGuestOrder,
  getLinkedOrder,
  cancelLinkedOrder,
  claimLinkedPaid,
  confirmLinkedOrder,
  claimLinkedOrder,
  renewOrderLink,
  helpWithOrder,
  listOrderTickets,
  helpWithLinkedOrder,
  listLinkedTickets,
  addHelpPicture,
  getHelpPicture,
  addLinkedHelpPicture,
  getLinkedHelpPicture,
  getPaymentMethods,
  getPincode,
  listAddresses,
  addAddress,
  updateAddress,
  removeAddress,
  subscribeNewsletter,
  subscribeByForm,
  confirmNewsletter,
  unsubscribeNewsletter,
  recordView,
  listPushDevices,
  addPushDevice,
  removePushDevice,
  listLinkedPushDevices,
  addLinkedPushDevice,
  removeLinkedPushDevice,
  exportAccount,
  eraseAccount,
  getShop,
  getShopAtDesk,
  updateShop,
  getConnections,
  connectRazorpay,
  offerRazorpay,
  connectMail,
  disconnectMail,
  sendTestMail,
  getBell,
  setBell,
  getStorefront,
  getShelves,
  saveShelves,
  getHome,
  publishHome,
  undoHome,
  unscheduleHome,
  listDeskPushDevices,
  addDeskPushDevice,
  removeDeskPushDevice,
  getMenus,
  saveMenus,
  getPriceTerms,
  listOffers,
  saveOffer,
  setOfferState,
  removeOffer,
  tryOffer,
  createTicket,
  getTicket,
  listTickets,
  getTicketAtDesk,
  acknowledgeTicket,
  replyToTicket,
  closeTicket,
  closeTickets,
  getTicketPicture,
  listRatings,
  getRatingPicture,
  findHelpful,
  stopRatingMails,
  getOwnRating,
  saveRating,
  removeRating,
  addRatingPicture,
  objectToHiding,
  getLinkedRating,
  saveLinkedRating,
  removeLinkedRating,
  addLinkedRatingPicture,
  objectToLinkedHiding,
  listRatingsAtDesk,
  hideRating,
  showRating,
  answerRating,
  readGrid,
  saveGrid,
  getProductForDesk,
  getStockHistory,
  changeStock,
  listLog,
  listOperators,
  grantRole,
  revokeRole,
  inviteOperator,
  withdrawInvitation,
  previewMail,
} as const satisfies Record<string, Endpoint>

import { call, page, transfer, type Reach } from './reach.ts'

/** How MCP clients reach the operations of invoices, payments and outreach. */
export const reachBilling: Readonly<Record<string, Reach>> = {
  // billables
  getBillingIdentity: call,
  saveBillingIdentity: page('/invoices/identity'),
  getClientBillingIdentity: call,
  saveClientBillingIdentity: page('/clients/{clientAccountId}'),
  listBillables: call,
  createBillable: call,
  correctBillable: call,
  writeOffBillable: page('/invoices/billables'),
  // invoices
  listClientInvoices: call,
  listDraftedBillables: call,
  createClientInvoiceDraft: call,
  getClientInvoice: call,
  issueClientInvoice: page('/invoices/{id}'),
  payClientInvoice: page('/invoices/{id}'),
  voidClientInvoice: page('/invoices/{id}'),
  getClientInvoiceLogo: transfer,
  // payments
  getPaymentProvider: call,
  connectPaymentProvider: page('/invoices/payments'),
  disconnectPaymentProvider: page('/invoices/payments'),
  testPaymentProvider: call,
  createClientInvoicePaymentLink: page('/invoices/{id}'),
  listPaymentNotices: call,
  takePaymentNotice: transfer,
  // documents
  getClientInvoicePdf: transfer,
  getClientInvoiceXml: transfer,
  // invoice letters
  sendClientInvoice: page('/invoices/{id}'),
  listClientInvoiceLetters: call,
  getInvoiceReminders: call,
  saveInvoiceReminders: page('/invoices/identity'),
  getClientInvoiceReminders: call,
  saveClientInvoiceReminders: page('/clients/{clientAccountId}'),
  // evidence
  getClientInvoiceEvidence: call,
  getClientInvoiceEvidencePdf: transfer,
  getPortalInvoiceEvidence: call,
  getPortalInvoiceEvidencePdf: transfer,
  // portal invoices
  listPortalInvoices: call,
  getPortalInvoice: call,
  getPortalInvoicePdf: transfer,
  // reports
  listProjectBilledWork: call,
  listClientSummaries: call,
  getAgingReport: call,
  getRevenueReport: call,
  exportAgingReport: transfer,
  exportRevenueReport: transfer,
  exportClientInvoices: transfer,
  // accounting
  getAccountingSettings: call,
  saveAccountingSettings: page('/invoices/identity'),
  getClientAccounting: call,
  saveClientAccounting: page('/clients/{clientAccountId}'),
  exportDatevBookings: transfer,
  // growth settings
  getGrowthSettings: call,
  updateGrowthSettings: page('/growth/settings'),
  // growth research
  listGrowthProjects: call,
  createGrowthProject: call,
  getGrowthProject: call,
  archiveGrowthProject: call,
  unarchiveGrowthProject: call,
  startGrowthRun: call,
  getGrowthBrain: call,
  replaceGrowthBrain: call,
  listGrowthCitableProjects: call,
  // leads
  listGrowthLeads: call,
  uploadGrowthLeadList: transfer,
  updateGrowthLead: call,
  // companies
  getGrowthIndexStats: call,
  // providers
  listGrowthProviders: call,
  updateGrowthProvider: page('/growth/providers'),
  saveGrowthProviderKey: page('/growth/providers'),
  removeGrowthProviderKey: page('/growth/providers'),
  listGrowthChains: call,
  updateGrowthChain: page('/growth/providers'),
  compareGrowthProviders: page('/growth/providers'),
  listGrowthLookups: call,
  startGrowthLookup: call,
  // suppression
  listGrowthSuppressions: call,
  addGrowthSuppressions: call,
  removeGrowthSuppression: page('/growth/suppressions'),
}

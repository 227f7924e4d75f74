import { Type } from 'typebox'
import { operation, resource, to } from '../../../../platform/contract/index.ts'
import { maybe, namedObject, Time } from '../../../../platform/contract/schema.ts'
import { daysMost, earliestDay, latestDay } from '../rules.ts'

const days = Type.Array(Type.Integer({ minimum: earliestDay, maximum: latestDay }), {
  maxItems: daysMost,
  uniqueItems: true,
  examples: [[-3, 1, 14]],
  description: 'When reminders go: so many days after an invoice is due, negative before. Empty: none goes.',
})

const SaveReminders = namedObject('SaveInvoiceReminders', { days })
export const Reminders = namedObject('InvoiceReminders', { days, updatedAt: maybe(Time) })

const ownDays = Type.Union([days, Type.Null()], {
  description: 'When reminders go to this client account; null: as the workspace does.',
})
const SaveClientReminders = namedObject('SaveClientInvoiceReminders', { days: ownDays })
export const ClientReminders = namedObject('ClientInvoiceReminders', {
  days: ownDays,
  effectiveDays: days,
  updatedAt: maybe(Time),
})

const account = resource('client_account', 'params.clientAccountId')
const path = '/v1/api/client-billing/reminders'

export const getInvoiceReminders = operation({
  method: 'GET',
  path,
  summary: 'Read the default schedule of invoice reminders',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Reminders },
  audit: { refusals: 'invoice_reminders.get' },
  reads: { invoice_reminders: 'all' },
})

export const saveInvoiceReminders = operation({
  method: 'PUT',
  path,
  summary: 'Save the default schedule of invoice reminders. Missed reminders are not sent later',
  reach: { page: '/invoices/identity' },
  access: to('administrator'),
  body: SaveReminders,
  replies: { 200: Reminders },
  audit: { action: 'invoice_reminders.save', category: 'update', event: 'invoice_reminders.saved' },
})

export const getClientInvoiceReminders = operation({
  method: 'GET',
  path: `${path}/{clientAccountId}`,
  summary: 'Read the reminder schedule of a client account',
  reach: 'call',
  access: to('agency', account),
  replies: { 200: ClientReminders },
  audit: { refusals: 'client_invoice_reminders.get' },
  reads: { invoice_reminders: 'all', client_invoice_reminders: 'all' },
})

export const saveClientInvoiceReminders = operation({
  method: 'PUT',
  path: `${path}/{clientAccountId}`,
  summary: 'Save the reminder schedule of a client account; null uses the workspace’s',
  reach: { page: '/clients/{clientAccountId}' },
  access: to('administrator', account),
  body: SaveClientReminders,
  replies: { 200: ClientReminders },
  audit: { action: 'client_invoice_reminders.save', category: 'update', event: 'client_invoice_reminders.saved' },
})

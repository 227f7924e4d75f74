import { Type } from 'typebox'
import { bytes, contract, operation, resource, sandboxesInUse, to } from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  oneOf,
  paging,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { archived, count } from '../research/contract.ts'
import {
  addressVerdicts,
  evidenceSources,
  leadFields,
  leadListMostBytes,
  rowNotices,
  rowRefusals,
  settableStatuses,
} from './rules.ts'
import { listEncodings, listFormats, workbookMediaType } from './rules/records.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    growth_lead: 'workspace'
  }
}

const ofProject = to('agency', resource('growth_project', 'params.projectId'))
const status = oneOf(settableStatuses, {
  description: '`new` waits for a look-up, `queued` for its mail, `disqualified` gets none.',
})
const row = Type.Integer({
  minimum: 1,
  description: 'The row of the file, from 1, the header included.',
  examples: [7],
})

const GrowthLeadEvidence = namedObject('GrowthLeadEvidence', {
  field: oneOf(leadFields, { description: 'Which fact of the lead it is.' }),
  value: exampleText('The value, as plain text.', 'Ada Lovelace'),
  source: oneOf(evidenceSources, {
    description:
      'Where it is from: an uploaded `list`, a `provider` of data, or `built_in`: a look-up of this product itself.',
  }),
  listId: maybe(described(Id, 'The list; null for a lead from a look-up.')),
  row: maybe(
    Type.Integer({ minimum: 1, description: 'The row of the list, from 1, its header included.', examples: [2] }),
  ),
  provider: maybe(exampleText('Which one was asked; null for a list.', 'hunter')),
  at: described(Time, 'When it came.'),
  costUsd: Type.Number({ minimum: 0, description: 'The cost in dollars.' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure it is, from 0 to 1.' }),
})

export const GrowthLead = namedObject('GrowthLead', {
  id: Id,
  status,
  address: maybe(exampleText('The mail address in normal form; null if it is not known.', 'ada@example.com')),
  addressVerdict: maybe(
    oneOf(addressVerdicts, {
      description:
        'The result of a check of the address: `accept_all` is a server that takes mail for any name. Null before a check.',
    }),
  ),
  domain: exampleText('The domain of the company in normal form.', 'example.com'),
  evidence: Type.Array(GrowthLeadEvidence, { description: 'The known facts, each with its source.' }),
  lookedUpAt: maybe(described(Time, 'When an address was last looked up; null for never.')),
  contactedAt: maybe(described(Time, 'When mail was last sent to it; null for never.')),
  optedOutAt: maybe(described(Time, 'When it opted out; null if it did not.')),
  optOutMessageId: maybe(
    described(
      Id,
      'The mail by which only a rule opted it out, and whose words hold more than the wish: an administrator can take that back by `updateGrowthMessage`. Null if an opt-out lasts, and without one.',
    ),
  ),
  growthPlayId: maybe(described(Id, 'The play that it is in; null for none.')),
  hasConsent: Type.Boolean({ description: 'Whether its consent to mail is recorded in the evidence.' }),
  sequenceStoppedAt: maybe(described(Time, 'Since when it gets no further mail of its play; null while it does.')),
  sequenceStopReason: maybe(exampleText('Why its sequence ended, for programs.', 'replied')),
  createdAt: Time,
  statusChangedAt: described(Time, 'When its status was last set.'),
})

export const GrowthLeadList = namedObject('GrowthLeadList', {
  id: Id,
  fileName: maybe(exampleText('The name of the file; null without one.', 'leads.csv')),
  format: oneOf(listFormats, { description: 'The format of the file, by its bytes: `csv` or `xlsx`.' }),
  encoding: maybe(exampleText('The encoding in which it was read; null for a workbook.', 'utf-8')),
  delimiter: maybe(exampleText('What stood between two columns; null for a workbook.', ',')),
  sheet: maybe(exampleText('The sheet of a workbook that was read; null for CSV.', 'Leads')),
  otherSheets: Type.Array(Type.String(), {
    description: 'Sheets of the workbook that are shown and were not read, at most 100.',
    examples: [['Archive']],
  }),
  hasHeader: Type.Boolean({ description: 'Whether the first row names the columns.' }),
  columns: Type.Array(
    namedObject('GrowthLeadColumn', {
      column: exampleText('The name of the column, or its number from 1.', 'E-Mail'),
      field: maybe(oneOf(leadFields, { description: 'The field that it is read as; null for none.' })),
    }),
    { description: 'What each column was read as.' },
  ),
  rows: count('Rows that were read, without the header.'),
  imported: count('Leads that were added.'),
  consentsUpdated: count('Known leads whose consent a row added or corrected; the list is evidence of it.'),
  refused: count('Rows that were not imported.'),
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'How many rows were refused for each reason.' }),
  refusals: Type.Array(
    namedObject('GrowthRowRefusal', {
      row,
      reason: oneOf(rowRefusals, { description: 'Why the row was not imported.' }),
    }),
    { description: 'The rows that were refused, each by its number; at most 10,000.' },
  ),
  consents: count('Leads that were added with a recorded consent.'),
  noticed: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many rows that were imported have each notice.',
  }),
  notices: Type.Array(
    namedObject('GrowthRowNotice', {
      row,
      notice: oneOf(rowNotices, {
        description:
          'The parts of the row that do not count: a text about consent that is no known word for yes, an invalid website, further addresses, or a quotation mark without its end.',
      }),
      text: exampleText('The text that does not count, at most 200 characters.', 'pending'),
    }),
    { description: 'What of rows that were imported does not count; at most 10,000.' },
  ),
  createdAt: Time,
})

export const listGrowthLeads = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/leads',
  summary: 'List the leads of a growth project with their evidence, newest first',
  reach: 'call',
  access: ofProject,
  query: Type.Object({
    ...paging,
    status: Type.Optional(status),
    playId: Type.Optional(described(Id, 'Only leads of this play.')),
    address: Type.Optional(
      text(1, 320, {
        description: 'Only leads with this address, in any spelling and with any tag.',
        examples: ['ada@example.com'],
      }),
    ),
  }),
  replies: { 200: Type.Array(GrowthLead) },
  audit: { refusals: 'growth_lead.list' },
  reads: { growth_lead: 'all' },
})

export const uploadGrowthLeadList = operation({
  method: 'POST',
  path: '/v1/api/growth/projects/{projectId}/lead-lists',
  summary: 'Upload a list of leads as CSV or XLSX, with a report of each row that was refused',
  reach: 'transfer',
  access: ofProject,
  query: Type.Object(
    {
      fileName: Type.Optional(lineText(255, { description: 'The name of the file.', examples: ['leads.csv'] })),
      encoding: Type.Optional(
        Type.String({ enum: [...listEncodings], description: 'The encoding of the file; found out without it.' }),
      ),
      delimiter: Type.Optional(
        Type.String({
          enum: ['comma', 'semicolon', 'tab', 'pipe'],
          description: 'What stands between two columns; found out without it.',
        }),
      ),
      columns: Type.Optional(
        text(1, 2_000, {
          description: 'The fields of the columns, such as `Mail=email; Firma=company`; by default from their names.',
          examples: ['Mail=email; Firma=company'],
        }),
      ),
      sheet: Type.Optional(
        text(1, 100, {
          description: 'The sheet of a workbook to read; without it the first that is shown and has a value.',
          examples: ['Leads'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: {
    ...bytes('text/csv'),
    also: [
      'text/plain',
      'text/tab-separated-values',
      'application/octet-stream',
      'application/vnd.ms-excel',
      workbookMediaType,
    ],
  },
  bodyLimit: leadListMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 201: GrowthLeadList },
  errors: {
    archived,
    noVault,
    workbook: {
      status: 415,
      code: 'lead_list_is_workbook',
      message: 'This workbook is no XLSX file, or it is encrypted. Save it as XLSX or CSV without a password.',
    },
    unreadable: {
      status: 400,
      code: 'lead_list_unreadable',
      message: 'This is no CSV or XLSX file that can be read, or one of its rows has no end. Nothing was imported.',
    },
    sandboxesInUse,
    unpacksTooLarge: {
      status: 413,
      code: 'lead_list_unpacks_too_large',
      message: 'This workbook holds more than can be read. Save its sheet as CSV, and upload that.',
    },
    diskFull: {
      status: 503,
      code: 'storage_full',
      message:
        'The disk takes no upload: it is full or read-only. Nothing was imported; the operator has to free some space or make it writable.',
    },
  },
  audit: { action: 'growth_lead.import', category: 'create', event: 'growth_lead.imported' },
})

export const leads = contract({ listGrowthLeads, uploadGrowthLeadList })

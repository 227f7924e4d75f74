import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { exportDatevBookings } from '../../../../../domains/billing/accounting/contract.ts'
import { exportAgingReport, exportClientInvoices } from '../../../../../domains/billing/reports/contract.ts'
import { invoiceRowKinds } from '../../../../../domains/billing/reports/rules.ts'
import { type Input, RefusedError } from '../../../../../platform/client/index.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { Options } from '../../../parts/forms/options.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { TextLink } from '../../../parts/text/text-link.tsx'
import type { Static } from '../../../../../platform/contract/index.ts'
import { paths } from '../../../paths.ts'

const formats = ['owed', ...invoiceRowKinds, 'datev'] as const
type Format = (typeof formats)[number]

interface ExportProps {
  /** The query of the page's report, which is one of the tables. */
  readonly owed: Input<typeof exportAgingReport>
}

/** The button that opens the dialog of the export. */
export const ExportInvoices = ({ owed }: ExportProps) => {
  const { exports: words } = useMoneyWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Download} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen ? <ExportDialog owed={owed} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The receivables, or the issued invoices of some days, as a file: a table, or postings for DATEV. */
const ExportDialog = ({ owed, onClose }: ExportProps & { readonly onClose: () => void }) => {
  const { exports: words, payments, codes } = useMoneyWords()
  const settings = useSettingWords()
  const [format, setFormat] = useState<Format>('owed')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [euroOnly, setEuroOnly] = useState(false)
  const report = useDownload(exportAgingReport, { name: 'owed.csv', type: 'text/csv' })
  const csv = useDownload(exportClientInvoices, { name: 'invoices.csv', type: 'text/csv' })
  const datev = useDownload(exportDatevBookings, { name: `EXTF_Buchungsstapel_${from}_${to}.csv`, type: 'text/csv' })
  const isDatev = format === 'datev'
  const chosen = format === 'owed' ? report : isDatev ? datev : csv
  const submit = () => {
    setChecked(true)
    if (format === 'owed') report.mutate(owed)
    else if (format !== 'datev')
      csv.mutate({ query: { ...(from !== '' && { from }), ...(to !== '' && { to }), rows: format } })
    else if (from !== '' && to !== '') datev.mutate({ query: { from, to, euroOnly } })
  }
  const [isChecked, setChecked] = useState(false)
  const dayOf = (value: string) => ({
    type: 'date',
    min: '2000-01-01',
    max: '2099-12-31',
    value,
    wrong: isChecked && isDatev && value === '' ? payments.missing : undefined,
  })
  return (
    <Dialog
      title={words.title}
      action={chosen.isPending ? words.busy : words.button}
      keep={words.close}
      isBusy={chosen.isPending}
      error={chosen.error}
      onAct={submit}
      onClose={onClose}
    >
      <div className="export-form">
        <SelectField
          label={settings.exports.format}
          value={format}
          onChange={({ target }) => setFormat(target.value as Format)}
        >
          <Options of={formats} names={settings.exports.formats} />
        </SelectField>
        {format === 'owed' ? null : (
          <>
            <p>{words.text}</p>
            <div className="side-by-side">
              <TextField label={words.from} {...dayOf(from)} onChange={({ target }) => setFrom(target.value)} />
              <TextField label={words.to} {...dayOf(to)} onChange={({ target }) => setTo(target.value)} />
            </div>
          </>
        )}
        {isDatev ? (
          <>
            <p className="quiet">{settings.exports.datevDays}</p>
            <label className="check">
              <input type="checkbox" checked={euroOnly} onChange={({ target }) => setEuroOnly(target.checked)} />
              {settings.exports.euroOnly}
            </label>
          </>
        ) : null}
        <Refusal error={chosen.error} codes={{ ...codes, ...settings.codes }} />
        <ExportErrors error={chosen.error} />
      </div>
    </Dialog>
  )
}

type Errors = typeof exportDatevBookings.errors
type MissingAccounts = Static<Errors['lacking']['details']>
type UnpostedInvoices = Static<Errors['otherCurrencies']['details']>

const books = `${paths.billingIdentity}?part=books`

/** The refusals of an export, one by one, with the pages that mend them. */
const ExportErrors = ({ error }: { readonly error: unknown }) => {
  const { exports: words } = useSettingWords()
  if (!(error instanceof RefusedError)) return null
  const { code } = error.answered
  if (code === 'accounting_lacks') return <Accounts lacking={error.answered as unknown as MissingAccounts} />
  if (code !== 'datev_other_currencies' && code !== 'datev_amount_too_large') return null
  const { which } = error.answered as unknown as UnpostedInvoices
  return <p className="quiet">{`${words.which} ${which.join(', ')}`}</p>
}

const Accounts = ({ lacking: { fields, taxClasses, clients } }: { readonly lacking: MissingAccounts }) => {
  const { exports: words } = useSettingWords()
  return (
    <div className="lacks">
      <p>{words.lacks}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <TextLink to={books}>{words.fields[field]}</TextLink>
          </li>
        ))}
        {taxClasses.map((name) => (
          <li key={name} dir="auto">
            <TextLink to={books}>{words.taxClass(name)}</TextLink>
          </li>
        ))}
        {clients.map(({ id, name }) => (
          <li key={id} dir="auto">
            <TextLink to={`${books}&client=${id}`}>{words.debtor(name)}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

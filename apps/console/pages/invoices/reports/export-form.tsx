import { useState } from 'react'
import { exportDatevBookings } from '../../../../../domains/billing/accounting/contract.ts'
import { exportClientInvoices } from '../../../../../domains/billing/reports/contract.ts'
import { invoiceRowKinds } from '../../../../../domains/billing/reports/rules.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDownload } from '../../../parts/use-download.ts'
import { Options } from '../../../parts/options.tsx'
import { useSettingWords } from '../../../words/billing-settings/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { ExportErrors } from './export-errors.tsx'

const formats = [...invoiceRowKinds, 'datev'] as const
type Format = (typeof formats)[number]

/** Asks in a dialog for what is exported. */
export const ExportInvoices = () => {
  const { exports: words } = useMoneyWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen ? <ExportDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The issued invoices of some days, as a file: a table, or postings for DATEV. */
const ExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { exports: words, payments, codes } = useMoneyWords()
  const settings = useSettingWords()
  const [format, setFormat] = useState<Format>('invoices')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [euroOnly, setEuroOnly] = useState(false)
  const csv = useDownload(exportClientInvoices, { name: 'invoices.csv', type: 'text/csv' })
  const datev = useDownload(exportDatevBookings, { name: `EXTF_Buchungsstapel_${from}_${to}.csv`, type: 'text/csv' })
  const isDatev = format === 'datev'
  const chosen = isDatev ? datev : csv
  const submit = () => {
    setChecked(true)
    if (format !== 'datev')
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
        <p>{words.text}</p>
        <SelectField
          label={settings.exports.format}
          value={format}
          onChange={({ target }) => setFormat(target.value as Format)}
        >
          <Options of={formats} names={settings.exports.formats} />
        </SelectField>
        <div className="side-by-side">
          <TextField label={words.from} {...dayOf(from)} onChange={({ target }) => setFrom(target.value)} />
          <TextField label={words.to} {...dayOf(to)} onChange={({ target }) => setTo(target.value)} />
        </div>
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

import Download from 'lucide-react/icons/download'
import { useState, type SyntheticEvent } from 'react'
import { exportClientInvoices } from '../../../../domains/billing/reports/contract.ts'
import { TextField } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import { useDownload } from '../../parts/use-download.ts'
import { useMoneyWords } from '../../words/use-money-words.ts'

/** The issued invoices of some days, as a file. */
export const ExportForm = () => {
  const { exports: words, codes } = useMoneyWords()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const csv = useDownload(exportClientInvoices, { name: 'invoices.csv', type: 'text/csv' })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    csv.mutate({ query: { ...(from !== '' && { from }), ...(to !== '' && { to }) } })
  }
  const day = { type: 'date', min: '2000-01-01', max: '2099-12-31' } as const
  return (
    <Section title={words.title} text={words.text}>
      <form className="export-form" onSubmit={submit}>
        <div className="side-by-side">
          <TextField {...{ label: words.from, value: from, ...day }} onChange={({ target }) => setFrom(target.value)} />
          <TextField {...{ label: words.to, value: to, ...day }} onChange={({ target }) => setTo(target.value)} />
        </div>
        <Refusal error={csv.error} codes={codes} />
        <div className="line wrap">
          <button type="submit" className="btn" disabled={csv.isPending}>
            <Download className="i" aria-hidden="true" />
            {csv.isPending ? words.busy : words.button}
          </button>
        </div>
      </form>
    </Section>
  )
}

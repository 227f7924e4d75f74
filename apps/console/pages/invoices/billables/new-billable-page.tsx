import { useNavigate, useSearchParams } from 'react-router'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { createBillable, getBillingIdentity, listBillables } from '../../../../../domains/billing/billables/contract.ts'
import {
  type Unit,
  minorOfWritten,
  lineAmountOf,
  type TaxClass,
} from '../../../../../domains/billing/billables/rules.ts'
import { decimalsOf } from '../../../../../domains/billing/billables/rules/currencies.ts'
import { prefetch, prefetchFirstRows, useFirstRows, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { BillableFields, type BillableInputs } from './billable-fields.tsx'
import { parseQuantity } from './parse-quantity.ts'
import { totalsOf } from '../../../../../domains/billing/invoices/rules/issue.ts'
import { SheetSums } from '../../../parts/invoice-sheet/invoice-sheet.tsx'
import { SheetLines } from '../../../parts/invoice-sheet/sheet-lines.tsx'
import { shownTotals } from '../draft/draft-totals.ts'
import '../invoices.css'
import './billables.css'

const newest = { query: { limit: 1 } }

export const loader = () => {
  prefetchPages(listClientAccounts)
  prefetchFirstRows(listBillables, newest)
  return prefetch(getBillingIdentity)
}

export default function NewBillablePage() {
  const words = useInvoiceWords()
  const { invoices, billables, clients: clientsName } = useWords()
  const [client, another] = useRows(listClientAccounts, 5_000).rows
  useTitle(words.addCharge, invoices)
  return (
    <>
      <Top
        crumbs={[
          { name: invoices, to: paths.invoices },
          { name: billables, to: paths.billables },
          { name: words.addCharge },
        ]}
      />
      <div className="page">
        <Head title={words.addCharge} text={words.billables.addText} />
        {client === undefined ? (
          <EmptyPanel title={words.billables.noClients} text={words.billables.noClientsText}>
            <LinkButton to={paths.clients}>{clientsName}</LinkButton>
          </EmptyPanel>
        ) : (
          <NewBillable onlyClientId={another ? '' : client.id} />
        )}
      </div>
    </>
  )
}

/** The form, with the only client or none chosen. */
const NewBillable = ({ onlyClientId }: { readonly onlyClientId: string }) => {
  const { addCharge, billables: words, chooseClient } = useInvoiceWords()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { money } = useFormat()
  const last = useFirstRows(listBillables, newest).at(0)
  const { taxClasses } = useReply(getBillingIdentity)
  const { workspace } = useRole()
  const amountsIn = ({ quantity, unitPriceMinor, currency }: BillableInputs) => ({
    quantity: parseQuantity(quantity, 'positive'),
    unitPriceMinor: minorOfWritten(unitPriceMinor, decimalsOf(currency)),
  })
  const form = useForm<typeof createBillable, BillableInputs>(createBillable, {
    name: `billable.${workspace.id}`,
    saved: {
      clientAccountId: query.get('client') ?? onlyClientId,
      description: '',
      quantity: '1',
      unit: 'hour',
      unitPriceMinor: '',
      currency: last?.currency ?? 'EUR',
      taxClass: taxClasses[0]?.name ?? last?.taxClass ?? 'Standard',
    },
    check: (typed) => ({
      clientAccountId: typed.clientAccountId ? undefined : chooseClient,
      quantity: amountsIn(typed).quantity === undefined ? words.quantityWrong : undefined,
      unitPriceMinor: amountsIn(typed).unitPriceMinor === undefined ? words.priceWrong : undefined,
    }),
    body: (typed) => ({
      ...typed,
      ...(amountsIn(typed) as { quantity: string; unitPriceMinor: number }),
      description: typed.description.trim(),
      taxClass: typed.taxClass.trim(),
      unit: typed.unit as Unit,
      source: { kind: 'entry', id: null },
    }),
    then: async (made) => {
      await navigate(paths.billables)
      toast(words.added(money(made, made.amountMinor)))
    },
  })
  const cancel = () => {
    form.clear()
    void navigate(paths.billables)
  }
  return (
    <div className="new-billable">
      <Form className="money-form panel pad" error={form.error} onSubmit={form.submit}>
        <BillableFields form={form} taxClasses={taxClasses} />
        <FormFoot of={form} verb={addCharge} onCancel={cancel} />
      </Form>
      <BillablePreview
        typed={form.fields}
        tax={taxClasses.find(({ name }) => name === form.fields.taxClass)}
        {...amountsIn(form.fields)}
      />
    </div>
  )
}

interface BillablePreviewProps {
  readonly typed: BillableInputs
  /** The tax of its class; undefined if only the draft of the invoice knows it. */
  readonly tax: TaxClass | undefined
  readonly quantity: string | undefined
  readonly unitPriceMinor: number | undefined
}

/** The charge as a line of an invoice while it is typed, with its tax and total if the class of tax is known. */
const BillablePreview = ({ typed, tax, quantity = '0', unitPriceMinor = 0 }: BillablePreviewProps) => {
  const words = useInvoiceWords().billables
  const { money } = useFormat()
  const { currency, description, unit, taxClass } = typed
  const of = { currency, currencyDecimals: decimalsOf(currency) }
  const amountMinor = lineAmountOf({ quantity, unitPriceMinor })
  const { category, rateBps, reason } = tax ?? { category: 'S', rateBps: 0, reason: null }
  const line = { quantity, unitPriceMinor, taxClass, category, rateBps, reason } as const
  const text = { description: description.trim() || '…', unit: unit as Unit }
  const shownLine = { ...line, ...text, position: 1, amountMinor: Number(amountMinor) }
  return (
    <aside className="sheet on-plate" aria-label={words.onInvoice}>
      <p className="over">{words.onInvoice}</p>
      <SheetLines invoice={{ ...of, lines: [shownLine] }} />
      <div role="status">
        {tax ? (
          <SheetSums invoice={{ ...of, ...shownTotals(totalsOf([{ ...line, amountMinor }])) }} />
        ) : (
          <p className="num">{words.comesTo(money(of, amountMinor))}</p>
        )}
      </div>
    </aside>
  )
}

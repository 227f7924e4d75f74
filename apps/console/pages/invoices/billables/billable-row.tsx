import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { Fact } from '../../../parts/text/fact.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { writeOffBillable, correctBillable } from '../../../../../domains/billing/billables/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { toast } from '../../../parts/feedback/toast.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { newestCycles } from '../../../shell/use-waiting-count.ts'
import { useFormat } from '../../../format.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import type { GlyphName } from '../../../parts/text/glyph.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { paths, withParam } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useSums, type Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { amountsOf } from '../drafted-billables.ts'
import { useQuantity } from '../use-quantity-text.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { minorOfWritten, writtenMinor } from '../../../../../domains/billing/billables/rules.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { parseQuantity } from './parse-quantity.ts'
import '../../../parts/list/waiting-row.css'

const glyphs: Readonly<Record<Billable['status'], GlyphName>> = {
  open: 'queued',
  invoiced: 'good',
  written_off: 'stopped',
}

interface BillableRowProps {
  readonly billable: Billable
  readonly client: string
  /** The draft that has it. */
  readonly draftId: string | undefined
  /** The number of the invoice that bills it, once it was read. */
  readonly invoiceNumber: string | null | undefined
  readonly isOpen: boolean
  /** Its choice for an invoice; undefined if it cannot be billed now. */
  readonly choice: BillableChoice | undefined
}

export interface BillableChoice {
  readonly isChosen: boolean
  /** Why it cannot be chosen: it is on a draft, or fits on no invoice with the chosen ones. */
  readonly obstacle: string | undefined
  readonly toggle: () => void
}

/** The names of the columns of billables; once some are chosen, their sum and the way to an invoice of them. */
export const BillableColumns = ({ chosen }: { readonly chosen: readonly Billable[] }) => {
  const { client, billables, page } = useInvoiceWords()
  const written = useSums()
  const [first] = chosen
  if (first)
    return (
      <li className="billable-chosen">
        <b role="status">{billables.chosen(chosen.length, written(amountsOf(chosen)))}</b>
        <LinkButton
          variant="primary"
          size="small"
          to={`${paths.newInvoice}?client=${first.clientAccountId}&currency=${first.currency}`}
          state={{ only: chosen.map(({ id }) => id) }}
        >
          {billables.invoiceThese}
        </LinkButton>
      </li>
    )
  return (
    <li className="billable-columns over" aria-hidden="true">
      <span>{billables.what}</span>
      <span>{client}</span>
      <span>{page.recorded}</span>
      <span>{billables.quantity}</span>
      <span>{billables.state}</span>
      <span className="num">{billables.amount}</span>
    </li>
  )
}

/** One billable; it opens in its row, and is corrected or written off there. */
export const BillableRow = (props: BillableRowProps) => {
  const { billable, client, draftId, invoiceNumber, isOpen, choice } = props
  const words = useInvoiceWords()
  const { money, invoiceDay } = useFormat()
  const quantity = useQuantity()
  const [query] = useSearchParams()
  const { id, description, status, amountMinor, correctsId, createdAt } = billable
  return (
    <li className="billable rows-cheap" data-open={isOpen || undefined}>
      {choice ? (
        <label className="billable-choice" title={choice.obstacle}>
          <input
            type="checkbox"
            aria-label={words.billables.choose(description)}
            checked={choice.isChosen}
            disabled={choice.obstacle !== undefined}
            onChange={choice.toggle}
          />
        </label>
      ) : null}
      <div className="row act">
        <Link
          className="t whole-row"
          dir="auto"
          title={`${description}\n${client}`}
          to={withParam(query, 'open', isOpen ? '' : id)}
          replace
          preventScrollReset
          aria-expanded={isOpen}
        >
          {description}
        </Link>
        <span className="cut soft" dir="auto">
          {client}
        </span>
        <span className="soft at-day">{invoiceDay(createdAt)}</span>
        <span className="soft at-quantity">
          {correctsId === null ? null : `${words.draft.correction}: `}
          {quantity(billable)}
        </span>
        <State glyph={draftId === undefined ? glyphs[status] : 'draft'} tone="plain">
          {draftId === undefined ? (
            words.billables.states[status]
          ) : (
            <TextLink to={paths.invoice(draftId)}>{words.onDraft}</TextLink>
          )}
          {invoiceNumber ? `\u00a0· ${invoiceNumber}` : null}
        </State>
        <b className={status === 'written_off' ? 'num off' : 'num'}>{money(billable, amountMinor)}</b>
      </div>
      {isOpen ? <OpenedBillable billable={billable} draftId={draftId} /> : null}
    </li>
  )
}

const OpenedBillable = ({ billable, draftId }: Pick<BillableRowProps, 'billable' | 'draftId'>) => {
  const { billables: words, page, openDraft, openInvoice } = useInvoiceWords()
  const { whole } = useFormat()
  const [doing, setDoing] = useState<'correct' | 'write-off' | undefined>(() =>
    hasTyped(typedCorrection(billable.id)) ? 'correct' : undefined,
  )
  const { description, status, correctsId, invoiceId, writeOffReason } = billable
  const { source, revisionHash, createdAt, taxClass } = billable
  const done = () => setDoing(undefined)
  const isCharge = correctsId === null && status !== 'written_off'
  const billedOn = invoiceId ?? draftId
  return (
    <div className="billable-open">
      <p className="told" dir="auto">
        {description}
      </p>
      {writeOffReason === null ? null : (
        <p className="told soft" dir="auto">
          {words.states.written_off}: {writeOffReason}
        </p>
      )}
      {billedOn === undefined ? null : (
        <TextLink to={paths.invoice(billedOn)}>{invoiceId === null ? openDraft : openInvoice}</TextLink>
      )}
      <div className="panel pad">
        {revisionHash === null ? null : (
          <div className="line wrap">
            <Seal sha256={revisionHash} />
            <span className="quiet">{page.approvedHash}</span>
          </div>
        )}
        <dl className="kv">
          <Fact name={page.source}>
            {page.sources[source.kind]} {source.kind === 'cycle' ? <ToCycle id={source.id} /> : null}
          </Fact>
          <Fact name={page.corrects}>{correctsId && page.aCharge}</Fact>
          <Fact name={page.taxClass}>{taxClass}</Fact>
          <Fact name={page.recorded}>{whole(createdAt)}</Fact>
        </dl>
      </div>
      {doing === 'correct' ? <CorrectForm billable={billable} onDone={done} /> : null}
      {isCharge && doing !== 'correct' ? (
        <div className="line wrap">
          <Button onClick={() => setDoing('correct')}>{words.correct}</Button>
          {status === 'open' ? (
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setDoing('write-off')}>
              {words.writeOff}
            </Button>
          ) : null}
        </div>
      ) : null}
      {doing === 'write-off' ? <WriteOffDialog billable={billable} onClose={done} /> : null}
    </div>
  )
}

const ToCycle = ({ id }: { readonly id: string | null }) => {
  const words = useInvoiceWords().page
  const found = useFirstRowsLater(listCycles, newestCycles).data?.find((cycle) => cycle.id === id)
  if (!found) return null
  return <TextLink to={paths.cycle(found.projectId, found.id)}>{words.openCycle}</TextLink>
}

const WriteOffDialog = ({ billable, onClose }: { readonly billable: Billable; readonly onClose: () => void }) => {
  const words = useInvoiceWords().billables
  const { money } = useFormat()
  const form = useForm(writeOffBillable, {
    name: `billable.write-off.${billable.id}`,
    input: { params: { id: billable.id } },
    saved: { reason: '' },
    missing: words.reasonMissing,
    then: () => {
      onClose()
      toast(words.writtenOff)
    },
  })
  return (
    <ReasonDialog
      title={words.writeOffTitle(money(billable, billable.amountMinor))}
      text={words.writeOffText}
      action={words.writeOffButton}
      words={words}
      form={form}
      onClose={onClose}
    />
  )
}

/** The name under which this tab keeps typed values of a correction. */
const typedCorrection = (id: string) => `billable.correct.${id}`

/** A correction of a charge: a row of its own, with the charge's unit and currency. */
const CorrectForm = ({ billable, onDone }: { readonly billable: Billable; readonly onDone: () => void }) => {
  const words = useInvoiceWords().billables
  const { id, currencyDecimals: decimals, unitPriceMinor } = billable
  const form = useForm(correctBillable, {
    name: typedCorrection(id),
    input: { params: { id } },
    saved: { description: '', quantity: '', unitPriceMinor: writtenMinor(unitPriceMinor, decimals) },
    reads: {
      quantity: [(typed) => parseQuantity(typed, 'any'), words.correctionWrong],
      unitPriceMinor: [(typed) => minorOfWritten(typed, decimals), words.priceWrong],
    },
    then: () => {
      onDone()
      toast(words.corrected)
    },
  })
  const close = () => {
    form.clear()
    onDone()
  }
  return (
    <Form className="money-form" error={form.error} onSubmit={form.submit} aria-label={words.correctTitle}>
      <p className="soft">{words.correctText}</p>
      <DraftField draft={form} field="description" label={words.description} hint={words.descriptionHint} />
      <div className="side-by-side">
        <DraftField draft={form} field="quantity" label={words.quantity} />
        <DraftField draft={form} field="unitPriceMinor" label={words.price} inputMode="decimal" />
      </div>
      <FormFoot of={form} verb={words.correctButton} onCancel={close} />
    </Form>
  )
}

import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState, type ComponentProps } from 'react'
import { statusAfter } from '../../../../../domains/billing/invoices/rules.ts'
import { Button, LinkButton, IconButton } from '../../../parts/forms/button.tsx'
import { usePageCommands } from '../../../parts/commands.ts'
import { useInvoiceProof } from '../../../parts/files/download-proof.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useMedia } from '../../../parts/use-media.ts'
import { paths } from '../../../paths.ts'
import { LateItemMenu } from '../../../shell/late-item-menu.tsx'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useProofWords } from '../../../words/proof/index.ts'
import { DiscardDialog, IssueDialog, SendDialog, VoidDialog, PaidDialog } from './invoice-dialogs.tsx'
import { useDaysOverdue, type Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { isSendable, useIsSent } from './invoice-delivery.tsx'
import { useReplacement } from './invoice-facts.tsx'
import Download from 'lucide-react/icons/download'
import { getClientInvoicePdf } from '../../../../../domains/billing/documents/contract.ts'
import { useDownload } from '../../../parts/files/use-download.ts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useWords } from '../../../words/shell/index.ts'

type OpenDialog = 'issue' | 'settle' | 'void' | 'discard' | 'send'
const dialogs = { issue: IssueDialog, settle: PaidDialog, void: VoidDialog, discard: DiscardDialog, send: SendDialog }

/**
 * The actions on an invoice in its present state, the rare ones in a menu; on a phone all but the next step. An action
 * that cannot be undone asks first.
 */
export const InvoiceActions = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const [asked, setAsked] = useState<OpenDialog>()
  const letterWords = useLetterWords()
  const isPhone = useMedia('(max-width: 640px)')
  const { id, invoiceNumber, status, clientAccountId, currency } = invoice
  const isDraft = status === 'draft'
  const isOwed = status === 'final' || (status === 'paid' && invoice.dueCents !== 0)
  const isLate = useDaysOverdue()(invoice) > 0
  const toDraft = `${paths.newInvoice}?client=${clientAccountId}&currency=${currency}`
  // Before the client has it, sending it comes first, and again once it is late.
  const isSent = useIsSent(invoice)
  const isSentNext = isSendable(invoice) && status === 'final' && (isLate || !isSent)
  const proof = useInvoiceProof(invoice)
  const proofName = useProofWords().download
  const pdf = useDownload(getClientInvoicePdf, { name: `${invoiceNumber ?? id}.pdf`, type: 'application/pdf' })
  const offered = [
    { move: 'void', opens: 'discard', name: words.discard, icon: Ban, variant: 'danger' },
    {
      move: 'settle',
      opens: 'settle',
      name: words.paid,
      icon: BadgeCheck,
      variant: isSent && !isSentNext ? 'primary' : 'outline',
    },
    { move: 'issue', opens: 'issue', name: words.issue, icon: Send, variant: 'primary' },
  ] as const
  const possible = [
    ...offered.filter(({ move }) =>
      move === 'settle' ? isOwed : (move !== 'void' || isDraft) && statusAfter(status, move),
    ),
    ...(isSendable(invoice)
      ? [
          {
            move: 'send',
            opens: 'send',
            name: isSent ? letterWords.sendAgain : letterWords.send,
            icon: Send,
            variant: isSentNext ? 'primary' : 'outline',
          } as const,
        ]
      : []),
  ].map((move) => ({ ...move, act: () => setAsked(move.opens) }))
  const next = possible.find(({ variant }) => variant === 'primary') ?? possible[0]
  const whole = isDraft
    ? { name: words.edit, icon: Pencil, to: `${toDraft}&edits=${id}` }
    : { name: letterWords.pdf, icon: Download, act: () => pdf.mutate({ params: { id } }) }
  const rare = [
    { name: proofName, icon: ShieldCheck, act: () => proof.mutate({ params: { id } }) },
    ...(isDraft || isOwed ? [] : [{ name: words.recordMoney, icon: BadgeCheck, act: () => setAsked('settle') }]),
    ...(statusAfter(status, 'void') ? [{ name: words.void, icon: Ban, act: () => setAsked('void') }] : []),
  ]
  usePageCommands([
    ...possible.map(({ move, name, icon, act }) => ({ id: `${move} ${id}`, name, icon, act })),
    ...(isDraft ? [] : rare.map((one) => ({ ...one, id: `${one.name} ${id}` }))),
  ])
  const inMenu = [
    ...(isPhone ? [whole, ...possible.filter((one) => one !== next)] : []),
    ...(invoiceNumber === null ? [] : rare),
  ]
  const Asking = asked && dialogs[asked]
  return (
    <>
      {isPhone ? null : whole.to !== undefined ? (
        <LinkButton size="small" icon={Pencil} to={whole.to}>
          {whole.name}
        </LinkButton>
      ) : (
        <Button size="small" icon={Download} isPending={pdf.isPending} onClick={whole.act}>
          {whole.name}
        </Button>
      )}
      {(isPhone && next ? [next] : possible).map(({ move, name, icon, variant, act }) => (
        <Button
          key={move}
          variant={variant}
          size="small"
          className="bill-act"
          icon={icon}
          aria-haspopup="dialog"
          onClick={act}
        >
          {name}
        </Button>
      ))}
      {status === 'void' ? <Replace invoice={invoice} to={`${toDraft}&replaces=${id}`} /> : null}
      {inMenu.length === 0 ? null : <LateItemMenu trigger={<MoreButton />} items={inMenu} />}
      <Refusal error={pdf.error} codes={letterWords.codes} />
      <Refusal error={proof.error} />
      {Asking ? <Asking invoice={invoice} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

/** Leads to the invoice in the place of a void one, or begins it. */
const Replace = ({ invoice, to }: { readonly invoice: Invoice; readonly to: string }) => {
  const words = useInvoiceWords().page
  const next = useReplacement(invoice)
  if (next === undefined) return null
  return (
    <LinkButton
      variant={next ? 'primary' : 'outline'}
      size="small"
      className="bill-act"
      to={next ? paths.invoice(next.id) : to}
    >
      {next ? words.toReplacement : words.replace}
    </LinkButton>
  )
}

/** The button of the menu of rare actions, which gets its props from a menu. */
const MoreButton = (props: ComponentProps<'button'>) => {
  const { more } = useWords()
  return <IconButton {...props} icon={Ellipsis} label={more} title={more} variant="outline" />
}

import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { statusAfter } from '../../../../../domains/billing/invoices/rules.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { usePageCommands } from '../../../parts/commands.ts'
import { paths } from '../../../paths.ts'
import { useLetterWords } from '../../../words/invoice-emails/index.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { IssueDialog } from './issue-dialog.tsx'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { PaidDialog } from './paid-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { isSendable, useIsSent } from './use-letters.ts'
import { useReplacement } from './use-replacement.ts'
import { DiscardDialog, VoidDialog } from './void-dialog.tsx'

type OpenDialog = 'issue' | 'settle' | 'void' | 'discard' | 'send'
const dialogs = {
  issue: IssueDialog,
  settle: PaidDialog,
  void: VoidDialog,
  discard: DiscardDialog,
  send: SendDialog,
} as const

/** The actions on an invoice in its present state. None of it can be undone, so that each asks first. */
export const InvoiceActions = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const [asked, setAsked] = useState<OpenDialog>()
  const letterWords = useLetterWords()
  const { id, status, clientAccountId, currency } = invoice
  const isDraft = status === 'draft'
  const toDraft = `${paths.newInvoice}?client=${clientAccountId}&currency=${currency}`
  // Before the client has it, sending it comes first.
  const isSent = useIsSent(invoice)
  const offered = [
    {
      move: 'void',
      opens: isDraft ? 'discard' : 'void',
      name: isDraft ? words.discard : words.void,
      icon: Ban,
      variant: 'danger',
    },
    {
      move: 'settle',
      opens: 'settle',
      name: words.paid,
      icon: BadgeCheck,
      variant: isSent ? 'primary' : 'outline',
    },
    { move: 'issue', opens: 'issue', name: words.issue, icon: Send, variant: 'primary' },
  ] as const
  const possible = [
    ...offered.filter(({ move }) => statusAfter(status, move)),
    ...(isSendable(invoice)
      ? [
          {
            move: 'send',
            opens: 'send',
            name: isSent ? letterWords.sendAgain : letterWords.send,
            icon: Send,
            variant: status === 'final' && !isSent ? 'primary' : 'outline',
          } as const,
        ]
      : []),
  ]
  usePageCommands(
    possible.map(({ move, opens, name, icon }) => ({ id: `${move} ${id}`, name, icon, act: () => setAsked(opens) })),
  )
  const Asking = asked && dialogs[asked]
  return (
    <>
      {isDraft ? (
        <LinkButton size="small" className="bill-act" icon={Pencil} to={`${toDraft}&edits=${id}`}>
          {words.edit}
        </LinkButton>
      ) : null}
      {possible.map(({ move, opens, name, icon, variant }) => (
        <Button
          key={move}
          variant={variant}
          size="small"
          className="bill-act"
          icon={icon}
          aria-haspopup="dialog"
          onClick={() => setAsked(opens)}
        >
          {name}
        </Button>
      ))}
      {status === 'void' ? <Replace invoice={invoice} to={`${toDraft}&replaces=${id}`} /> : null}
      {Asking ? <Asking invoice={invoice} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

interface ReplaceProps {
  readonly invoice: Invoice
  readonly to: string
}

/** Leads to the invoice in the place of a void one, or begins it. */
const Replace = ({ invoice, to }: ReplaceProps) => {
  const words = useInvoiceWords().page
  const next = useReplacement(invoice)
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

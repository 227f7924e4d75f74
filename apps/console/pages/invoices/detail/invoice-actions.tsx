import BadgeCheck from 'lucide-react/icons/badge-check'
import Ban from 'lucide-react/icons/ban'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { statusAfter } from '../../../../../domains/billing/invoices/rules.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { usePageCommands } from '../../../parts/commands.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { IssueDialog } from './issue-dialog.tsx'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'
import { PaidDialog } from './paid-dialog.tsx'
import { useIsSent } from './use-letters.ts'
import { VoidDialog } from './void-dialog.tsx'

type OpenDialog = 'issue' | 'settle' | 'void'
const dialogs = { issue: IssueDialog, settle: PaidDialog, void: VoidDialog } as const

/** The actions on an invoice in its present state. None of it can be undone, so that each asks first. */
export const InvoiceActions = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const [asked, setAsked] = useState<OpenDialog>()
  const { id, status, clientAccountId, currency } = invoice
  // Before the client has it, sending it comes first.
  const isSent = useIsSent(invoice)
  const offered = [
    { move: 'void', name: words.void, icon: Ban, variant: 'danger' },
    { move: 'settle', name: words.paid, icon: BadgeCheck, variant: isSent ? 'primary' : 'outline' },
    { move: 'issue', name: words.issue, icon: Send, variant: 'primary' },
  ] as const
  const possible = offered.filter(({ move }) => statusAfter(status, move))
  usePageCommands(
    possible.map(({ move, name, icon }) => ({ id: `${move} ${id}`, name, icon, act: () => setAsked(move) })),
  )
  const Asking = asked && dialogs[asked]
  return (
    <>
      {possible.map(({ move, name, icon, variant }) => (
        <Button
          key={move}
          variant={variant}
          size="small"
          className="bill-act"
          icon={icon}
          aria-haspopup="dialog"
          onClick={() => setAsked(move)}
        >
          {name}
        </Button>
      ))}
      {status === 'void' ? (
        <LinkButton
          size="small"
          className="bill-act"
          to={`${paths.newInvoice}?client=${clientAccountId}&currency=${currency}&replaces=${id}`}
        >
          {words.replace}
        </LinkButton>
      ) : null}
      {Asking ? <Asking invoice={invoice} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

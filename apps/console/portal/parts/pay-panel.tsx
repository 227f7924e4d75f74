import CreditCard from 'lucide-react/icons/credit-card'
import { useSearchParams } from 'react-router'
import { createClientInvoicePaymentLink } from '../../../../domains/billing/payments/contract.ts'
import { useChange } from '../../api/use-change.ts'
import { useFormat } from '../../format.ts'
import { Button } from '../../parts/forms/button.tsx'
import type { PortalInvoice } from './invoice-row.tsx'
import { usePortalCall, useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { InvoiceError } from './invoice-error.tsx'

const returned = 'returned'

/** Whether the person comes back from the page to pay on. It does not show whether they have paid. */
export const useReturnedFromPayment = (): boolean => useSearchParams()[0].has(returned)

/** Leads to the page of the payment provider; only its webhook reports payments. */
export const Pay = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const { id, dueCents } = invoice
  const words = usePortalInvoiceWords()
  const { money } = useFormat()
  const { slug } = useCurrentPortal()
  const callIn = usePortalCall()
  const cameBack = useReturnedFromPayment()
  const successUrl = `${location.origin}/console${portalPaths.invoice(slug, id)}?${returned}=1`
  const { mutate, isPending, isSuccess, error } = useChange(
    () => callIn(createClientInvoicePaymentLink, { params: { id }, body: { successUrl } }),
    { calls: [createClientInvoicePaymentLink], then: ({ url }) => location.assign(url) },
  )
  const isLeaving = isPending || isSuccess
  return (
    <>
      <Button
        variant={cameBack ? 'outline' : 'primary'}
        icon={CreditCard}
        disabled={isLeaving}
        onClick={() => mutate(undefined)}
      >
        {isLeaving ? words.paying : cameBack ? words.payAgain : words.pay(money(invoice, dueCents))}
      </Button>
      <InvoiceError error={error} />
    </>
  )
}

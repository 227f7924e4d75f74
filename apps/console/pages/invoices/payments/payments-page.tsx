import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { getPaymentProvider, listPaymentNotices } from '../../../../../domains/billing/payments/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages } from '../../../api/use-pages.ts'
import { Section } from '../../../parts/section.tsx'
import { chosenWorkspace } from '../../../api/workspace.ts'
import { whoAmI } from '../../../api/client.ts'
import { useTitle } from '../../../parts/page.tsx'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { MoneyFrame } from '../invoices-frame.tsx'
import { everyNotice, Notices } from './payment-notices.tsx'
import { paidInvoices, ReceivedPayments } from './received-payments.tsx'
import { Provider } from './payment-provider.tsx'
import './payments.css'

const administer = ['owner', 'admin']

export const loader = async () => {
  const role = chosenWorkspace(await whoAmI())?.role
  if (role !== undefined && administer.includes(role)) prefetch(getPaymentProvider)
  prefetchPages(listClientInvoices, paidInvoices)
  return prefetchPages(listPaymentNotices, everyNotice)
}

/** The payments that were received, then the provider by which clients pay online. */
export default function PaymentsPage() {
  const { payments } = useMoneyWords()
  const { invoices } = useWords()
  const { isAdministrator } = useRole()
  useTitle(payments.title, invoices)
  return (
    <MoneyFrame>
      <ReceivedPayments />
      <Section title={payments.online} text={isAdministrator ? <WhetherReady /> : payments.forAdministrators}>
        {isAdministrator ? <Provider /> : null}
      </Section>
      <Notices />
    </MoneyFrame>
  )
}

/** Whether clients can pay online, once a provider is connected. */
const WhetherReady = () => {
  const { payments } = useMoneyWords()
  const { provider, takesPayments } = useReply(getPaymentProvider)
  return provider !== null && takesPayments ? payments.ready : payments.notReady
}

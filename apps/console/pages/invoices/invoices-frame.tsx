import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { LinkButton } from '../../parts/forms/button.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useInvoiceWords } from '../../words/invoices/index.ts'
import { useMoneyWords } from '../../words/money/index.ts'
import { useWords } from '../../words/shell/index.ts'
import './invoices.css'

/** The tabs of the pages about money. */
export const MoneyFrame = ({ children }: { readonly children: ReactNode }) => {
  const words = useWords()
  const { tabs } = useMoneyWords()
  return (
    <>
      <Tabs label={words.invoices}>
        <NavLink to={paths.invoices} end>
          {words.invoices}
        </NavLink>
        <NavLink to={paths.billables}>{words.billables}</NavLink>
        <NavLink to={paths.revenue}>{tabs.revenue}</NavLink>
        <NavLink to={paths.payments}>{tabs.payments}</NavLink>
        <NavLink to={paths.billingIdentity}>{words.billingIdentity}</NavLink>
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}

/** The two ways to bill, the same on each page that has them. */
export const Begin = ({ isChosen = false }: { readonly isChosen?: boolean }) => {
  const words = useInvoiceWords()
  return (
    <>
      <LinkButton to={paths.newBillable}>{words.addCharge}</LinkButton>
      <LinkButton variant={isChosen ? 'outline' : 'primary'} icon={Plus} to={paths.newInvoice}>
        {words.draft.title}
      </LinkButton>
    </>
  )
}

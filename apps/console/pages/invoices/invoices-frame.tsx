import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
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
        <NavLink to={paths.aging}>{tabs.aging}</NavLink>
        <NavLink to={paths.revenue}>{tabs.revenue}</NavLink>
        <NavLink to={paths.payments}>{tabs.payments}</NavLink>
        <NavLink to={paths.billingIdentity}>{words.billingIdentity}</NavLink>
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}

import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/use-words.ts'
import './invoices.css'

/** The tabs of the pages about money. */
export const MoneyFrame = ({ children }: { readonly children: ReactNode }) => {
  const words = useWords()
  return (
    <>
      <nav className="tabs" aria-label={words.invoices}>
        <NavLink to={paths.invoices} end>
          {words.invoices}
        </NavLink>
        <NavLink to={paths.billables}>{words.billables}</NavLink>
        <NavLink to={paths.billingIdentity}>{words.billingIdentity}</NavLink>
      </nav>
      <div className="page">{children}</div>
    </>
  )
}
